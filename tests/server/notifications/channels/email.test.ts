import { createServer } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { type Mailbox, startMailbox } from '../../../../dev/post/mailbox.ts'
import { openEmail } from '../../../../server/notifications/channels/email.ts'
import { type Mail, Undeliverable } from '../../../../server/notifications/senders.ts'
import { freePorts } from '../../../support/program.ts'

const FROM = { name: 'Fieldhand', address: 'post@fieldhand.test' }
const MAIL: Mail = {
  to: { name: 'Pat Example', address: 'pat@example.com' },
  fromName: 'Green Acres',
  replyTo: { name: 'Marcus Okafor', address: 'marcus@example.org' },
  subject: 'New lead: Marcus Okafor',
  text: 'Marcus wants mowing.',
  html: '<p>Marcus wants <b>mowing</b>.</p>',
  messageId: '<notification_1@fieldhand.test>',
  unsubscribeUrl: 'https://api.example.com/api/v1/notifications/unsubscribe/token-1',
  invite: null,
}
const INVITE = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nMETHOD:REQUEST\r\nEND:VCALENDAR\r\n'

let mailbox: Mailbox
let email: ReturnType<typeof openEmail>

beforeAll(async () => {
  mailbox = await startMailbox()
  return () => mailbox.close()
})

beforeEach(() => {
  email = openEmail({ url: mailbox.url, from: FROM })
})

afterEach(async () => {
  email.close()
  await mailbox.faults.tell({ fault: null })
  mailbox.mails.clear()
})

const send = (changes: Partial<Mail> = {}) => email.send({ ...MAIL, ...changes })
const failure = async (changes: Partial<Mail> = {}) =>
  send(changes).then(
    () => null,
    (error: Error) => error,
  )
const received = () => mailbox.mails.list()[0]

describe('an email', () => {
  it('arrives with its texts, sender, reply address, and stable id', async () => {
    expect(await send()).toEqual({ providerId: MAIL.messageId })
    expect(received()).toMatchObject({
      to: ['pat@example.com'],
      from: '"Green Acres" <post@fieldhand.test>',
      replyTo: '"Marcus Okafor" <marcus@example.org>',
      subject: MAIL.subject,
      messageId: MAIL.messageId,
      text: expect.stringContaining('Marcus wants mowing.'),
      html: expect.stringContaining('<b>mowing</b>'),
    })
  })

  it('goes to the address by which opt-outs and limits know its recipient, and else to nobody', async () => {
    await send({ to: { name: 'Pat', address: 'pat@ex\u00adample.com.' } })
    expect(received()?.to).toEqual(['pat@example.com'])
    mailbox.mails.clear()
    expect(await failure({ to: { name: 'Pat', address: 'p\u200bat@example.com' } })).toBeInstanceOf(
      Undeliverable,
    )
    expect(received()).toBeUndefined()
  })

  it('can be unsubscribed from in one click, and is marked as automatic', async () => {
    await send()
    expect(received()?.headers).toContain(`List-Unsubscribe: <${MAIL.unsubscribeUrl}>`)
    expect(received()?.headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    expect(received()?.headers).toContain('Auto-Submitted: auto-generated')
    await send({ unsubscribeUrl: null })
    expect(received()?.headers.join('\n')).not.toContain('List-Unsubscribe')
  })

  it('keeps a long unsubscribe address in one piece', async () => {
    const unsubscribeUrl = `https://api.example.com/${'a-long-path/'.repeat(20)}token`
    await send({ unsubscribeUrl })
    const raw = received()?.raw.replace(/\r\n[ \t]+/g, '') ?? ''
    expect(raw).toContain(`<${unsubscribeUrl}>`)
  })

  it.each(['REQUEST', 'CANCEL'] as const)(
    'carries a calendar entry to answer, and as a file: %s',
    async (method) => {
      await send({ invite: { method, content: INVITE.replace('REQUEST', method) } })
      const { raw = '', files = [] } = received() ?? {}
      expect(raw).toMatch(new RegExp(`Content-Type: text/calendar;[^\\n]*(\\n[^\\n]*)?method=${method}`))
      expect(files.map(({ name, type }) => ({ name, type }))).toContainEqual({
        name: 'estimate.ics',
        type: 'application/ics',
      })
      expect(files.at(-1)?.content.toString()).toContain(`METHOD:${method}`)
    },
  )

  it.each(['\r\n', '\n', '\r', '\0', '\u2028', '\x1b\r\n '])(
    'gets no header from a name with control characters: %j',
    async (breaks) => {
      const bad = `Pat${breaks}Bcc: victim@example.com${breaks}${breaks}Body`
      await send({
        to: { name: bad, address: 'pat@example.com' },
        fromName: bad,
        replyTo: { name: bad, address: 'marcus@example.org' },
        subject: bad,
        messageId: `<n1@fieldhand.test>${breaks}Bcc: victim@example.com`,
        unsubscribeUrl: `https://api.example.com/u${breaks}Bcc: victim@example.com`,
      })
      expect(received()?.to).toEqual(['pat@example.com'])
      expect(received()?.headers.filter((line) => /^bcc/i.test(line))).toEqual([])
      expect(received()?.subject).toBe('Pat Bcc: victim@example.com Body')
    },
  )

  it.each([
    'victim@example.com\r\nRCPT TO:<other@example.com>',
    'pat@example.com, other@example.com',
    'Pat <pat@example.com>',
    'pat',
    '',
  ])('is not sent to %j, which is no address', async (address) => {
    const error = await failure({ to: { name: '', address } })
    expect(error).toBeInstanceOf(Undeliverable)
    expect(error?.message).not.toMatch(/[\r\n]/)
    expect(mailbox.mails.list()).toEqual([])
  })

  it('is sent over one connection after another', async () => {
    for (let count = 0; count < 3; count += 1) await send({ messageId: `<${count}@fieldhand.test>` })
    expect(mailbox.connections()).toBe(1)
    expect(mailbox.mails.list().map(({ messageId }) => messageId)).toEqual([
      '<2@fieldhand.test>',
      '<1@fieldhand.test>',
      '<0@fieldhand.test>',
    ])
  })
})

describe('a failure', () => {
  it('of an unknown mailbox is final, and says so', async () => {
    await mailbox.faults.tell({ fault: 'refuse', to: 'pat@example.com' })
    const error = await failure()
    expect(error).toBeInstanceOf(Undeliverable)
    expect((error as Undeliverable).isGone).toBe(true)
    expect(error?.message).toBe(
      'There is no mailbox pat@example.com: “550 5.1.1 <pat@example.com>: There is no mailbox here”',
    )
    expect(await failure({ to: { name: '', address: 'sam@example.com' } })).toBeNull()
  })

  it('by greylisting is temporary, and the second attempt arrives', async () => {
    await mailbox.faults.tell({ fault: 'greylist' })
    const error = await failure()
    expect(error).not.toBeInstanceOf(Undeliverable)
    expect(error?.message).toBe(
      'The mail server 127.0.0.1 asks to try again later: “451 4.7.1 Greylisted, try again later”',
    )
    expect(await failure()).toBeNull()
    expect(mailbox.mails.list()).toHaveLength(1)
  })

  it('within a mail is temporary', async () => {
    await mailbox.faults.tell({ fault: 'close', times: 1 })
    const error = await failure()
    expect(error).not.toBeInstanceOf(Undeliverable)
    expect(error?.message).toBe(
      'The mail server 127.0.0.1 closed the connection before it accepted the mail.',
    )
    expect(mailbox.mails.list()).toEqual([])
    expect(await failure()).toBeNull()
  })

  it('of a server that is down is temporary, also on a connection that was open before', async () => {
    await send()
    await mailbox.faults.tell({ fault: 'down' })
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const error = await failure()
      expect(error).not.toBeInstanceOf(Undeliverable)
      expect(error?.message).toMatch(
        /^The mail server 127\.0\.0\.1 (cannot be reached|closed the connection)/,
      )
    }
    await mailbox.faults.tell({ fault: null })
    expect(await failure()).toBeNull()
  })

  it.each([
    ['550 5.7.1 Message is spam', true, false, 'The mail server does not accept mail for pat@example.com'],
    ['550 No such user', true, false, 'The mail server does not accept mail for pat@example.com'],
    ['551 5.1.6 Moved', true, true, 'There is no mailbox pat@example.com'],
    ['553 5.1.2 Bad domain', true, true, 'There is no mailbox pat@example.com'],
    ['552 5.2.2 Mailbox full', true, false, 'The mail server does not accept mail for pat@example.com'],
    ['452 4.2.2 Mailbox full', false, false, 'The mail server 127.0.0.1 asks to try again later'],
  ])('after %j is final: %s, gone: %s', async (answer, isFinal, isGone, message) => {
    const error = await failureAfter({ 'RCPT TO': answer })
    expect(error instanceof Undeliverable).toBe(isFinal)
    if (error instanceof Undeliverable) expect(error.isGone).toBe(isGone)
    expect(error?.message).toBe(`${message}: “${answer}”`)
  })

  it('that concerns the sender, not the recipient, is temporary', async () => {
    const error = await failureAfter({ 'MAIL FROM': '550 5.7.1 Sender refused' })
    expect(error).not.toBeInstanceOf(Undeliverable)
    expect(error?.message).toBe(
      'The mail server 127.0.0.1 rejects this server’s mail: “550 5.7.1 Sender refused”',
    )
  })

  it('of the password is temporary, and does not repeat it', async () => {
    const error = await failureAfter({ AUTH: '535 5.7.8 Authentication failed' }, 'someone:hunter22@')
    expect(error).not.toBeInstanceOf(Undeliverable)
    expect(error?.message).toContain('rejects the user name or password in SMTP_URL')
    expect(error?.message).not.toContain('hunter22')
  })

  it('of an unknown server names it', async () => {
    const channel = openEmail({ url: 'smtp://mail.invalid', from: FROM })
    await expect(channel.send(MAIL)).rejects.toThrow(
      /^The (name of the )?mail server mail\.invalid cannot be /,
    )
    channel.close()
  })

  it('of a server that never ends its reply comes after a while', async () => {
    const server = createServer((socket) => {
      socket
        .on('error', () => {})
        .resume()
        .write('220 slow\r\n')
      const replying = setInterval(() => socket.write('250-still replying\r\n'), 50)
      socket.on('close', () => clearInterval(replying))
    })
    const [port = 0] = await freePorts(1)
    await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
    const channel = openEmail({ url: `smtp://127.0.0.1:${port}`, from: FROM }, { sentMs: 500 })
    onTestFinished(() => channel.close())
    await expect(channel.send(MAIL)).rejects.toThrow('The mail server 127.0.0.1 does not answer in time.')
    // Resolves when its connection is closed.
    await new Promise((closed) => server.close(closed))
  })

  it('of a certificate says so', async () => {
    const [port = 0] = await freePorts(1)
    const server = new SMTPServer({ secure: true })
    server.on('error', () => {})
    await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
    onTestFinished(() => server.close())
    const channel = openEmail({ url: `smtps://127.0.0.1:${port}`, from: FROM })
    onTestFinished(() => channel.close())
    await expect(channel.send(MAIL)).rejects.toThrow(
      /^The certificate of the mail server 127.0.0.1 is not valid/,
    )
  })

  it('of a server without encryption comes before the password is sent', async () => {
    const heard: string[] = []
    const port = await startScript({ STARTTLS: '502 5.5.1 Unknown command' }, heard)
    // Connects to this machine, but does not look like it.
    const channel = openEmail({ url: `smtp://someone:hunter22@0.0.0.0:${port}`, from: FROM })
    await expect(channel.send(MAIL)).rejects.toThrow(
      'The mail server 0.0.0.0 offers no encrypted connection.',
    )
    channel.close()
    expect(heard.join('')).toContain('EHLO')
    expect(heard.join('')).not.toContain('AUTH')
  })
})

/** The failure of a mail to a server with these answers. */
async function failureAfter(answers: Record<string, string>, credentials = ''): Promise<Error | null> {
  const port = await startScript(answers)
  const channel = openEmail({ url: `smtp://${credentials}127.0.0.1:${port}`, from: FROM })
  onTestFinished(() => channel.close())
  return channel.send(MAIL).then(
    () => null,
    (error: Error) => error,
  )
}

/** Starts a server that answers commands like a script. */
async function startScript(answers: Record<string, string>, heard: string[] = []): Promise<number> {
  const [port = 0] = await freePorts(1)
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.write('220 script\r\n')
    socket.on('data', (data) => {
      heard.push(String(data))
      const line = String(data).trim()
      const [, scripted] = Object.entries(answers).find(([command]) => line.startsWith(command)) ?? []
      if (scripted) socket.write(`${scripted}\r\n`)
      else if (line.startsWith('EHLO')) socket.write('250-script\r\n250 AUTH PLAIN\r\n')
      else if (line.startsWith('DATA')) socket.write('354 go on\r\n')
      else socket.write('250 fine\r\n')
    })
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  return port
}

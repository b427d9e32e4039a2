import type { AddressInfo } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { createFaults, type Faults } from '../lib/faults.ts'
import { createShelf, type Shelf } from '../lib/shelf.ts'

const HOST = '127.0.0.1'
const LARGEST_MAIL = 25 * 1024 * 1024

export interface MailFile {
  name: string
  type: string
  content: Buffer
}

/** A mail that the server accepted. */
export interface ReceivedMail {
  id: string
  at: Date
  /** From the envelope. */
  to: readonly string[]
  /** From the headers. */
  from: string
  replyTo: string | null
  subject: string
  messageId: string
  text: string
  html: string | null
  /** The header lines, unfolded, in their original order. */
  headers: readonly string[]
  /** Attachments and calendar parts. */
  files: readonly MailFile[]
  raw: string
}

export interface Mailbox {
  port: number
  /** The value for SMTP_URL. */
  url: string
  mails: Shelf<ReceivedMail>
  /**
   * `down` rejects connections, `slow` delays the response to a message by `ms`, `refuse` and `greylist` respond to a
   * recipient with 550 and 451 (greylisting accepts the second attempt), and `close` ends the connection during a
   * message.
   */
  faults: Faults<MailFault>
  connections(): number
  close(): Promise<void>
}

export const MAIL_FAULTS = ['down', 'slow', 'refuse', 'greylist', 'close'] as const
export type MailFault = (typeof MAIL_FAULTS)[number]

const smtpError = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode })

/** Starts an SMTP server on this machine that stores the mail it receives. Port 0 selects a free port. */
export async function startMailbox({ port: wanted = 0 } = {}): Promise<Mailbox> {
  const mails = createShelf<ReceivedMail>('mail')
  const greylisted = new Set<string>()
  const faults = createFaults<MailFault>(async (fault) => {
    greylisted.clear()
    await (fault === 'down' ? stopListening() : listen())
  })

  const createServer = () => {
    const created = new SMTPServer({
      banner: 'Fieldhand mailbox',
      authOptional: true,
      onAuth: ({ username }, _session, answer) => answer(null, { user: username ?? '' }),
      allowInsecureAuth: true,
      disabledCommands: ['STARTTLS'],
      disableReverseLookup: true,
      size: LARGEST_MAIL,
      closeTimeout: 100,
      onRcptTo({ address }, _session, answer) {
        const fault = faults.current(address)
        if (fault === 'refuse') {
          faults.spend()
          return answer(smtpError(550, `5.1.1 <${address}>: There is no mailbox here`))
        }
        if (fault === 'greylist' && !greylisted.has(address)) {
          greylisted.add(address)
          faults.spend()
          return answer(smtpError(451, '4.7.1 Greylisted, try again later'))
        }
        answer()
      },
      onData(stream, session, answer) {
        const recipients = recipientsOf(session)
        const fault = faults.current(...recipients)
        if (fault === 'close') {
          faults.spend()
          stream.resume()
          for (const { id, _socket } of created.connections as Set<Connection>) {
            if (id === session.id) _socket.destroy()
          }
          return
        }
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', async () => {
          if (stream.sizeExceeded) return answer(smtpError(552, '5.3.4 The mail is too large'))
          if (fault === 'slow') {
            faults.spend()
            await new Promise((wake) => setTimeout(wake, faults.ms))
          }
          const raw = Buffer.concat(chunks)
          const mail = await readMail(raw, recipients)
          answer(null, `Kept as ${mails.add(mail).id}`)
        })
      },
    })
    created.on('error', () => {})
    return created
  }

  let port = wanted
  let server: SMTPServer | null = null

  async function listen(): Promise<void> {
    if (server) return
    const created = createServer()
    await new Promise<void>((done, failed) => {
      created.server.once('error', failed)
      created.listen(port, HOST, done)
    })
    server = created
    port = (created.server.address() as AddressInfo).port
  }

  async function stopListening(): Promise<void> {
    const closing = server
    server = null
    if (!closing) return
    const closed = new Promise<void>((done) => closing.close(() => done()))
    for (const { _socket } of closing.connections as Set<Connection>) _socket.destroy()
    await closed
  }

  await listen()
  return {
    get port() {
      return port
    },
    get url() {
      return `smtp://${HOST}:${port}`
    },
    mails,
    faults,
    connections: () => server?.connections.size ?? 0,
    close: stopListening,
  }
}

/** The state that smtp-server stores for a connection, which its types omit. */
interface Connection {
  id: string
  _socket: { destroy(): void }
}

const recipientsOf = ({ envelope }: SMTPServerSession) => envelope.rcptTo.map(({ address }) => address)

async function readMail(raw: Buffer, to: readonly string[]): Promise<Omit<ReceivedMail, 'id' | 'at'>> {
  const parsed = await simpleParser(raw, { skipImageLinks: true, skipTextToHtml: true, skipTextLinks: true })
  return {
    to,
    from: parsed.from?.text ?? '',
    replyTo: parsed.replyTo?.text ?? null,
    subject: parsed.subject ?? '',
    messageId: parsed.messageId ?? '',
    text: parsed.text ?? '',
    html: parsed.html || null,
    headers: parsed.headerLines.map(({ line }) => line.replace(/\r?\n\s+/g, ' ')),
    files: filesOf(parsed),
    raw: raw.toString('utf8'),
  }
}

function filesOf({ attachments }: ParsedMail): MailFile[] {
  return attachments.map(({ filename, contentType, content }, index) => ({
    name: filename ?? (contentType === 'text/calendar' ? 'calendar.ics' : `part-${index + 1}`),
    type: contentType,
    content,
  }))
}

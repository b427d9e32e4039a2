import { beforeEach, describe, expect, it } from 'vitest'
import { createShelf } from '../../../dev/lib/shelf.ts'
import { openPostOf } from '../../../dev/post/post.ts'
import type { Mail } from '../../../server/notifications/senders.ts'
import { postedServer } from '../../support/post.ts'
import { freePorts } from '../../support/program.ts'

const server = await postedServer({ seed: 'none' })
const { post } = server

beforeEach(() => post.clear())

const get = (path: string) => fetch(`${server.origin}${path}`)
const page = async (path: string) => (await get(path)).text()
const tell = (path: string, order: object) =>
  fetch(`${server.origin}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(order),
  })

const MAIL: Mail = {
  to: { name: 'Pat', address: 'pat@example.com' },
  fromName: 'Green Acres',
  replyTo: null,
  subject: 'New lead: <b>Marcus</b>',
  text: 'Mowing & edging',
  html: '<p>Mowing</p><script>alert(1)</script>',
  messageId: '<n1@fieldhand.test>',
  unsubscribeUrl: null,
  invite: null,
}
const send = (changes: Partial<Mail> = {}) => server.senders.email?.send({ ...MAIL, ...changes })

describe('the mailbox', () => {
  it('lists mail, newest first, and finds it by words and recipient', async () => {
    await send()
    await send({ subject: 'Daily summary', to: { name: '', address: 'sam@example.com' } })
    const list = await page('/__local/mailbox')
    expect(list).toContain('New lead: &lt;b&gt;Marcus&lt;/b&gt;')
    expect(list.indexOf('Daily summary')).toBeLessThan(list.indexOf('New lead'))
    expect(await page('/__local/mailbox?q=edging+marcus')).not.toContain('Daily summary')
    expect(await page('/__local/mailbox?q=nothing')).toContain('No mail contains these words.')
    const toSam = await (await get('/__local/mailbox.json?to=SAM@example.com')).json()
    expect(toSam).toMatchObject([{ subject: 'Daily summary', to: ['sam@example.com'] }])
    const newest = await (await get('/__local/mailbox.json?limit=1')).json()
    expect(newest).toMatchObject([{ subject: 'Daily summary' }])
  })

  it('shows a mail in a frame that runs nothing and requests nothing of others', async () => {
    await send()
    const [{ id }] = await (await get('/__local/mailbox.json')).json()
    expect(await page(`/__local/mailbox/${id}`)).toContain(`<iframe src="/__local/mailbox/${id}/html"`)
    const frame = await get(`/__local/mailbox/${id}/html`)
    const policy = frame.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toMatch(/sandbox(?! allow-scripts)/)
    expect(policy).not.toMatch(/script-src|allow-same-origin|https:/)
    expect(await page(`/__local/mailbox/${id}?view=text`)).toContain('Mowing &amp; edging')
    expect(await page(`/__local/mailbox/${id}?view=headers`)).toContain('Auto-Submitted: auto-generated')
    expect((await get('/__local/mailbox/mail_999')).status).toBe(404)
  })

  it('offers calendar files', async () => {
    const content = 'BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nEND:VCALENDAR\r\n'
    await send({ invite: { method: 'REQUEST', content } })
    const [{ id, files }] = await (await get('/__local/mailbox.json')).json()
    for (const index of files.keys()) {
      const file = await get(`/__local/mailbox/${id}/files/${index}`)
      expect(file.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
      expect(file.headers.get('content-disposition')).toMatch(/^attachment; .*\.ics$/)
      expect(await file.text()).toContain('METHOD:REQUEST')
    }
    expect((await get(`/__local/mailbox/${id}/files/9`)).status).toBe(404)
  })

  it('deletes all by its button, by JSON, and in a reset of the tests', async () => {
    for (const empty of [
      () => fetch(`${server.origin}/__local/mailbox/delete`, { method: 'POST' }),
      () => fetch(`${server.origin}/__local/mailbox.json`, { method: 'DELETE' }),
      () => fetch(`${server.origin}/__test/reset`, { method: 'POST' }),
    ]) {
      await send()
      expect((await empty()).ok).toBe(true)
      expect(await (await get('/__local/mailbox.json')).json()).toEqual([])
    }
  })

  it('does what it is told, and refuses what it does not know', async () => {
    expect((await tell('/__local/mailbox/fault', { fault: 'refuse', times: 1 })).status).toBe(204)
    await expect(send()).rejects.toThrow('There is no mailbox')
    await send()
    expect((await tell('/__local/mailbox/fault', { fault: 'down' })).status).toBe(204)
    await expect(send()).rejects.toThrow('The mail server 127.0.0.1')
    expect((await tell('/__local/mailbox/fault', { fault: null })).status).toBe(204)
    await send()
    expect((await tell('/__local/mailbox/fault', { fault: 'explode' })).status).toBe(400)
    expect((await tell('/__local/push/fault', { fault: '410', times: 0 })).status).toBe(400)
  })
})

it('is only for names of this machine', async () => {
  const ask = async (host: string) => {
    const { status } = await server.app.api.fetch(new Request(`http://${host}/__local/mailbox.json`))
    return status
  }
  expect(await ask('localhost:3001')).toBe(200)
  expect(await ask('127.0.0.1')).toBe(200)
  expect(await ask('localhost.attacker.example')).toBe(403)
  expect(await ask('192.168.1.5:3001')).toBe(403)
})

it('keeps the newest 1,000', () => {
  const shelf = createShelf<{ id: string; at: Date; n: number }>('x')
  for (let n = 0; n < 1_005; n += 1) shelf.add({ n })
  expect(shelf.list()).toHaveLength(1_000)
  expect(shelf.list()[0]?.n).toBe(1_004)
  expect(shelf.find('x_5')).toBeUndefined()
})

it('lists push messages with what they say', async () => {
  const subscribed = await fetch(`${server.origin}/__local/push/subscriptions`, { method: 'POST' })
  const { id, endpoint, keys } = await subscribed.json()
  await server.senders.push?.send(
    { endpoint, ...keys },
    JSON.stringify({ title: 'New <lead>', body: 'Marcus' }),
  )
  expect(await page('/__local/push')).toContain('New &lt;lead&gt;')
  expect(await (await get(`/__local/push.json?to=${id}`)).json()).toHaveLength(1)
  expect(await (await get('/__local/push.json?to=another')).json()).toEqual([])
})

it('lists text messages, and refuses a wrong password', async () => {
  await server.senders.sms?.send({ to: '+16145550134', text: 'At <9>' })
  expect(await page('/__local/sms')).toContain('At &lt;9&gt;')
  expect(await (await get('/__local/sms.json?to=+16145550134')).json()).toHaveLength(1)
  const path = `/__local/twilio/2010-04-01/Accounts/AC${'0'.repeat(32)}/Messages.json`
  expect((await fetch(`${server.origin}${path}`, { method: 'POST' })).status).toBe(401)
})

it('takes another port if its own is in use, but not if it was chosen', async () => {
  const [port = 0] = await freePorts(1)
  const config = { origins: server.deps.config.origins, ports: { console: 1, api: port - 6, widget: 2 } }
  const first = await openPostOf(config, {})
  expect(first.mailbox.port).toBe(port)
  const second = await openPostOf(config, {})
  expect(second.mailbox.port).not.toBe(port)
  await expect(openPostOf(config, { MAILBOX_SMTP_PORT: String(port) })).rejects.toThrow(
    `Port ${port} for the mailbox cannot be opened (EADDRINUSE): change MAILBOX_SMTP_PORT.`,
  )
  await expect(openPostOf(config, { MAILBOX_SMTP_PORT: 'x' })).rejects.toThrow('whole number')
  await first.close()
  await second.close()
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Mailbox, startMailbox } from '../../../dev/post/mailbox.ts'
import { openTestDatabase } from '../../support/database.ts'
import { freePorts, type Program, runProgram } from '../../support/program.ts'
import { repetitions } from '../../support/thorough.ts'

const KILLS = Number(process.env.KILLS ?? repetitions(1, 10))
const VISITORS_AT_ONCE = 2
const GREEN = 'org_greenacres'

let mailbox: Mailbox
let folder: string
let env: Record<string, string>
const ends: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  mailbox = await startMailbox()
  folder = await mkdtemp(join(tmpdir(), 'fieldhand-kills-'))
  ends.push(mailbox.close, () => rm(folder, { recursive: true, force: true }))
  const [console = 0, api = 0, widget = 0, smtp = 0] = await freePorts(4)
  let databaseUrl = join(folder, 'data')
  if (process.env.DATABASE_TEST_URL) {
    const database = await openTestDatabase()
    ends.push(database.close)
    databaseUrl = database.url
  }
  env = {
    DATABASE_URL: databaseUrl,
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'Fieldhand <mail@fieldhand.test>',
    MAILBOX_SMTP_PORT: String(smtp),
    CONSOLE_PORT: String(console),
    API_PORT: String(api),
    WIDGET_PORT: String(widget),
    DIST_FOLDER: join(folder, 'no-dist'),
    LOG_LEVEL: 'fatal',
    // Each visitor has a network address of its own.
    TRUST_PROXY: '1',
  }
})

afterAll(async () => {
  for (const end of ends.toReversed()) await end()
})

async function start(): Promise<Program> {
  const server = runProgram('dev/main.ts', [], env)
  await server.saying('Ctrl+C stops it')
  return server
}

let visitors = 0

/** Asks for a person. Returns the conversation's id if the message was acknowledged. */
async function visit(): Promise<string | null> {
  visitors += 1
  const address = `10.9.${visitors >> 8}.${visitors & 255}`
  const post = async (path: string, body: object, token?: string) => {
    const response = await fetch(`http://127.0.0.1:${env.API_PORT}/api/v1/widget${path}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Forwarded-For': address,
        ...(token && { Authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(String(response.status))
    return (await response.json()) as { conversation_id: string; visitor_token: string }
  }
  try {
    const { conversation_id: id, visitor_token } = await post(`/${GREEN}/conversations`, {})
    const content = 'I would like to talk to a person please'
    await post(`/conversations/${id}/messages`, { content, client_id: 'first' }, visitor_token)
    return id
  } catch {
    return null
  }
}

it('a server that is killed under load loses no notification, and repeats at most one per kill', async () => {
  const acknowledged: string[] = []
  let isOver = false
  const load = async () => {
    while (!isOver) {
      const id = await visit()
      if (id !== null) acknowledged.push(id)
      // A server that is down is asked again a little later.
      else await new Promise((wake) => setTimeout(wake, 50))
    }
  }
  let server = await start()
  const loads = Array.from({ length: VISITORS_AT_ONCE }, load)
  for (let kill = 0; kill < KILLS; kill += 1) {
    const before = acknowledged.length
    const wanted = before + 3 + Math.floor(Math.random() * 15)
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(wanted), { timeout: 60_000 })
    server.child.kill('SIGKILL')
    expect(await server.ended).toBe('SIGKILL')
    server = await start()
  }
  isOver = true
  await Promise.all(loads)

  const told = () => {
    const mails = mailbox.mails.list()
    return { mails, missing: acknowledged.filter((id) => !mails.some(({ text }) => text.includes(id))) }
  }
  await vi.waitFor(() => expect(told().missing).toEqual([]), { timeout: 300_000, interval: 250 })
  const ids = told().mails.map(({ messageId }) => messageId)
  const repeated = ids.length - new Set(ids).size
  if (process.env.KILLS)
    process.stdout.write(`${KILLS} kills: ${acknowledged.length} told, ${repeated} repeated\n`)
  expect(repeated).toBeLessThanOrEqual(KILLS)
  server.child.kill('SIGTERM')
  await server.ended
}, 1_200_000)

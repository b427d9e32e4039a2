import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TextOnPhone } from '../../../dev/post/phones.ts'
import { openDatabase } from '../../../server/db/open.ts'
import { GREEN } from '../../support/api.ts'
import { openTestDatabase } from '../../support/database.ts'
import { until } from '../../support/eventually.ts'
import { freePorts, type Program, runProgram } from '../../support/program.ts'
import { repetitions } from '../../support/thorough.ts'

const PHONE = '+16145550177'

let env: Record<string, string>
const ends: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fieldhand-text-kills-'))
  ends.push(() => rm(folder, { recursive: true, force: true }))
  const [console = 0, api = 0, widget = 0, smtp = 0] = await freePorts(4)
  let databaseUrl = join(folder, 'data')
  if (process.env.DATABASE_TEST_URL) {
    const database = await openTestDatabase()
    ends.push(database.close)
    databaseUrl = database.url
  }
  env = {
    DATABASE_URL: databaseUrl,
    MAILBOX_SMTP_PORT: String(smtp),
    CONSOLE_PORT: String(console),
    API_PORT: String(api),
    WIDGET_PORT: String(widget),
    DIST_FOLDER: join(folder, 'no-dist'),
    LOG_LEVEL: 'fatal',
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

const page = () => `http://127.0.0.1:${env.API_PORT}/__local/sms`

/** Sends a text from the phone. Resolves once the server has acknowledged it. */
async function text(said: string): Promise<void> {
  const body = new FormData()
  body.set('phone', PHONE)
  body.set('text', said)
  const response = await fetch(`${page()}/reply`, { method: 'POST', body, redirect: 'manual' })
  expect(response.status).toBe(303)
}

/** Returns the texts that the phone has received since the server started. */
async function received(): Promise<string[]> {
  const response = await fetch(`${page()}.json?to=${encodeURIComponent(PHONE)}`)
  const texts = (await response.json()) as TextOnPhone[]
  return texts.filter(({ isReply }) => !isReply).map((each) => each.text)
}

it('a text is answered once, although the server is killed before its answer', async () => {
  const first = await start()
  first.child.kill('SIGTERM')
  await first.ended
  const { db, close } = await openDatabase(env.DATABASE_URL ?? '')
  await db
    .insertInto('sms_consents')
    .values({ organization_id: GREEN, phone: PHONE, source: 'visitor', at: new Date(), lead_id: null })
    .execute()
  await close()

  let server = await start()
  for (let kill = 0; kill < repetitions(1, 10); kill += 1) {
    await text(`do you spread mulch? ${kill}`)
    expect(await received()).toEqual([])
    server.child.kill('SIGKILL')
    expect(await server.ended).toBe('SIGKILL')
    server = await start()
    await until(async () => (await received()).length > 0)
    await text(`and do you cut hedges? ${kill}`)
    await until(async () => (await received()).length > 1)
    expect(await received()).toHaveLength(2)
    server.child.kill('SIGKILL')
    await server.ended
    server = await start()
  }
  server.child.kill('SIGTERM')
  await server.ended
}, 600_000)

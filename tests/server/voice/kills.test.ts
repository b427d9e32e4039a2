import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { placeCall } from '../../../dev/post/calls.ts'
import { createTextInbox } from '../../../dev/post/texts.ts'
import { openDatabase } from '../../../server/db/open.ts'
import { mergeProfile } from '../../../server/profiles/stored-profile.ts'
import { GREEN } from '../../support/api.ts'
import { openTestDatabase } from '../../support/database.ts'
import { freePorts, type Program, runProgram } from '../../support/program.ts'
import { repetitions } from '../../support/thorough.ts'

const BUSINESS = '+16145550170'
/** How long a server may take to start, while others use the machine. */
const START_MS = 120_000

let env: Record<string, string>
const ends: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fieldhand-call-kills-'))
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

async function stopped(server: Program, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  server.child.kill(signal)
  await server.ended
}

/** Works with the database while no server does. */
async function withDatabase<T>(work: (db: Awaited<ReturnType<typeof openDatabase>>['db']) => Promise<T>) {
  const { db, close } = await openDatabase(env.DATABASE_URL ?? '')
  try {
    return await work(db)
  } finally {
    await close()
  }
}

it('a call continues where it was, although its server is killed or stops', async () => {
  await stopped(await start(), 'SIGTERM')
  await withDatabase(async (db) => {
    await mergeProfile(db, GREEN, { phone: BUSINESS, answers_calls: true }, new Date())
    await db
      .insertInto('phone_lines')
      .values({ phone: BUSINESS, organization_id: GREEN, connected_at: new Date() })
      .execute()
  })

  let server = await start()
  const carrier = createTextInbox(`http://localhost:${env.API_PORT}`)
  const call = await placeCall(carrier, '+16145550177', { business: BUSINESS })
  const after = async (said: string) => {
    call.say(said)
    return call.hears(START_MS)
  }
  await call.hears()
  let last = await after('i need my lawn mowed every week')
  for (let kill = 0; kill < repetitions(1, 5); kill += 1) {
    for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
      await stopped(server, signal)
      server = await start()
      expect(await call.hears(START_MS)).toBe(`Sorry, the line dropped for a moment. ${last}`)
    }
    last = await after('jane doe')
  }
  expect(last).toContain('Jane')
  await call.hangUp()
  await stopped(server, 'SIGTERM')
  const calls = await withDatabase((db) =>
    db.selectFrom('calls').select(['id', 'outcome', 'summary']).execute(),
  )
  expect(calls).toEqual([
    { id: call.sid, outcome: 'message', summary: expect.stringMatching(/^Jane Doe called about/) },
  ])
}, 900_000)

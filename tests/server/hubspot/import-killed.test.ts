import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { DEMO_OWNER_EMAIL, DEMO_PASSWORD } from '../../../dev/demo/organizations.ts'
import { seedDemo } from '../../../dev/demo/seed.ts'
import { type HubSpotServer, startHubSpot } from '../../../dev/hubspot/hubspot.ts'
import { type OpenDatabase, openDatabase } from '../../../server/db/open.ts'
import { connectHubspot, HUBSPOT_CALLBACK_PATH } from '../../../src/contract/integrations.ts'
import { FRESH } from '../../support/api.ts'
import { openTestDatabase } from '../../support/database.ts'
import { copyNewDatabases } from '../../support/new-database.ts'
import { freePorts, type Program, runProgram } from '../../support/program.ts'
import { repetitions } from '../../support/thorough.ts'

/** `IMPORTED=20000` imports as many, and prints how long it takes. */
const LEADS = Number(process.env.IMPORTED ?? repetitions(200, 2_000))
/** Every so many leads, one is converted and gets a deal. */
const CONVERTED = 20

let hubspot: HubSpotServer
let env: Record<string, string>
let api: string
let openAgain: () => Promise<OpenDatabase>
const ends: (() => unknown)[] = []

const undo = copyNewDatabases()
afterAll(undo)

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fieldhand-import-'))
  ends.push(() => rm(folder, { recursive: true, force: true }))
  const [console = 0, apiPort = 0, widget = 0, smtp = 0] = await freePorts(4)
  api = `http://localhost:${apiPort}`
  hubspot = await startHubSpot({ app: { redirectUris: [api + HUBSPOT_CALLBACK_PATH] } })
  ends.push(hubspot.close)
  let databaseUrl = join(folder, 'data')
  if (process.env.DATABASE_TEST_URL) {
    const database = await openTestDatabase()
    ends.push(database.close)
    databaseUrl = database.url
  }
  env = {
    DATABASE_URL: databaseUrl,
    HUBSPOT_URL: hubspot.url,
    CONSOLE_PORT: String(console),
    API_PORT: String(apiPort),
    WIDGET_PORT: String(widget),
    MAILBOX_SMTP_PORT: String(smtp),
    DIST_FOLDER: join(folder, 'no-dist'),
    SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
    LOG_LEVEL: 'fatal',
  }
  openAgain = () => openDatabase(databaseUrl)
})

afterAll(async () => {
  for (const end of ends.toReversed()) await end()
})

async function start(): Promise<Program> {
  const server = runProgram('tests/support/hubspot-program.ts', [], env)
  ends.push(() => server.child.kill('SIGKILL'))
  await server.saying('Ctrl+C stops it')
  return server
}

async function addLeads(): Promise<void> {
  const { db, close } = await openAgain()
  await seedDemo({ db, clock: () => new Date() })
  await sql`insert into leads (id, organization_id, source, status, prospect_name, prospect_email, prospect_phone, created_at, updated_at)
    select 'lead_' || n, ${FRESH}, 'manual', case when n % ${CONVERTED} = 0 then 'converted' else 'new' end, 'Person ' || n,
      'person' || n || '@example.com', '+1' || (2125550000 + n), now(), now()
    from generate_series(1, ${LEADS}::int) n`.execute(db)
  await close()
}

/** Signs the owner in, and returns what calls the API. */
async function signIn() {
  const identity = `http://localhost:${env.CONSOLE_PORT}/__clerk/v1/client`
  const post = (path: string, form: Record<string, string>, cookie = '') =>
    fetch(identity + path, { method: 'POST', body: new URLSearchParams(form), headers: { cookie } })
  const password = { identifier: DEMO_OWNER_EMAIL, strategy: 'password', password: DEMO_PASSWORD }
  const answer = await post('/sign_ins', password)
  const cookie = answer.headers.getSetCookie().map((each) => each.split(';')[0])
  const session = ((await answer.json()) as { response: { created_session_id: string } }).response
  return async (path: string, body?: object): Promise<Record<string, unknown>> => {
    const of = { organization_id: FRESH }
    const token = await post(`/sessions/${session.created_session_id}/tokens`, of, cookie.join('; '))
    const { jwt } = (await token.json()) as { jwt: string }
    const headers = { Authorization: `Bearer ${jwt}`, 'X-Organization-ID': FRESH }
    const sent = body && {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { ...headers, 'Content-Type': 'application/json' },
    }
    return (await (await fetch(api + path, { headers, ...sent })).json()) as Record<string, unknown>
  }
}

const contacts = () => hubspot.account().list('contacts')

it(`an import of ${LEADS} leads whose server is killed resumes, and transfers nobody twice`, async () => {
  await addLeads()
  let server = await start()
  let get = await signIn()
  const redirect = encodeURIComponent(api + HUBSPOT_CALLBACK_PATH)
  const { auth_url } = await get(`/api/v1/integrations/hubspot/auth?redirect_uri=${redirect}`)
  const form = new URLSearchParams(new URL(String(auth_url)).searchParams)
  form.set('portal_id', String(hubspot.account().portalId))
  form.set('answer', 'approve')
  const consent = await fetch(`${hubspot.url}/oauth/authorize`, {
    method: 'POST',
    body: form,
    redirect: 'manual',
  })
  const began = performance.now()
  const { searchParams } = new URL(consent.headers.get('location') ?? '')
  const approval = { code: searchParams.get('code'), state: searchParams.get('state') }
  expect(await get(connectHubspot.path, approval)).toEqual({ result: 'connected' })

  const within = { timeout: 1_000_000, interval: 20 }
  await vi.waitFor(() => expect(contacts().length).toBeGreaterThan(LEADS / 2), within)
  server.child.kill('SIGKILL')
  expect(await server.ended).toBe('SIGKILL')
  const killedAt = contacts().length
  expect(killedAt).toBeLessThan(LEADS)

  server = await start()
  get = await signIn()
  const seen: number[] = []
  await vi.waitFor(
    async () => {
      const state = await get(`/api/v1/organizations/${FRESH}/integrations/hubspot`)
      seen.push(state.in_hubspot as number)
      expect(state).toMatchObject({ is_importing: false, leads: LEADS, in_hubspot: LEADS, refused: 0 })
    },
    { ...within, interval: 250 },
  )
  const seconds = Math.round((performance.now() - began) / 1_000)
  // What was in HubSpot was counted, except the batch that was under way.
  expect(seen[0]).toBeGreaterThanOrEqual(killedAt - 20)
  expect(seen).toEqual(seen.toSorted((a, b) => a - b))
  server.child.kill('SIGTERM')
  await server.ended
  if (process.env.IMPORTED)
    process.stdout.write(`${LEADS} leads, killed at ${killedAt}: ${seconds} s. ${server.output().stdout}`)

  expect(contacts()).toHaveLength(LEADS)
  expect(new Set(contacts().map(({ values }) => values.get('email'))).size).toBe(LEADS)
  expect(hubspot.account().list('deals')).toHaveLength(Math.floor(LEADS / CONVERTED))
  const { db, close } = await openAgain()
  const links = await db.selectFrom('hubspot_links').select('contact_id').execute()
  await close()
  expect(new Set(links.map(({ contact_id }) => contact_id)).size).toBe(LEADS)
}, 1_200_000)

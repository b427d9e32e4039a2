import { AsyncLocalStorage } from 'node:async_hooks'
import { pino } from 'pino'
import { DEMO_ORGANIZATIONS } from '../../dev/demo/organizations.ts'
import { insertOrganization, seedDemo } from '../../dev/demo/seed.ts'
import { readState } from '../../server/agent/state.ts'
import { createApp } from '../../server/app/app.ts'
import { readConfig } from '../../server/app/config.ts'
import { openPorts } from '../../server/app/listen.ts'
import type { App } from '../../server/app/stand-ins.ts'
import { openDatabase } from '../../server/db/open.ts'
import type { Config } from '../../server/kernel/config.ts'
import type { Deps } from '../../server/kernel/deps.ts'
import { createLeadEvents } from '../../server/kernel/events.ts'
import { openPhotos } from '../../server/photos/open.ts'
import type { AgentTrace } from '../../src/contract/trace.ts'
import { CANCELED } from '../../src/domain/leads/bookings.ts'
import { freePorts } from '../../tests/support/program.ts'
import { businessOfCase, type Case } from './cases.ts'
import { type Ending, toMinute } from './judge.ts'

/** The setting of a case. */
export interface Stage {
  organizationId: string
  /** The network address of its visitor, which identifies the case's clock. */
  address: string
}

/** An in-memory server whose visitors can have different clocks. */
export interface EvalServer {
  api: string
  hasModel: boolean
  /** Adds an organization for a case, so that cases don't share bookings or rate limits. */
  prepare(each: Case): Promise<Stage>
  /** Reads the owner's view of a conversation. */
  endingOf(conversationId: string): Promise<Omit<Ending, 'messages'>>
  /** Reads the traces of the agent's messages by their ids. Messages without a trace are missing. */
  tracesOf(conversationId: string): Promise<ReadonlyMap<string, AgentTrace>>
  stop(): Promise<void>
}

async function configOf(env: Readonly<Record<string, string | undefined>>): Promise<Config> {
  const [console, api, widget] = await freePorts(3)
  return readConfig({
    AGENT_MODEL_URL: env.AGENT_MODEL_URL,
    AGENT_MODEL: env.AGENT_MODEL,
    AGENT_MODEL_KEY: env.AGENT_MODEL_KEY,
    CONSOLE_PORT: String(console),
    API_PORT: String(api),
    WIDGET_PORT: String(widget),
    DATABASE_URL: 'memory://',
    HOST: '127.0.0.1',
    // Each visitor has a separate network address.
    TRUST_PROXY: '1',
  })
}

/** Starts a server on free ports. The environment names the model, if any, as it does for `npm start`. */
export async function startEvalServer(
  env: Readonly<Record<string, string | undefined>> = {},
): Promise<EvalServer> {
  const config = await configOf(env)
  const { db, close } = await openDatabase(config.databaseUrl)
  const log = pino({ level: 'silent' })
  const clocks = new Map<string, Date>()
  const visitorClock = new AsyncLocalStorage<Date | undefined>()
  const clock = () => visitorClock.getStore() ?? new Date()
  const events = await createLeadEvents({ databaseUrl: config.databaseUrl, log })
  const { createModel } = config.agentModel ? await import('../../server/model/client.ts') : {}
  const model = config.agentModel && createModel ? createModel(config.agentModel) : null
  const deps: Deps = { db, config, clock, log, events, photos: openPhotos(config.photos), model }
  await seedDemo(deps)
  const app = createApp(deps)
  const through = (name: keyof App) => (request: Request, env: object) =>
    visitorClock.run(clocks.get(request.headers.get('x-forwarded-for') ?? ''), () =>
      app[name].fetch(request, env),
    )
  const closePorts = await openPorts(config, {
    console: through('console'),
    api: through('api'),
    widget: through('widget'),
  })

  let cases = 0
  return {
    api: `http://127.0.0.1:${config.ports.api}`,
    hasModel: model !== null,
    async prepare(each) {
      const [demo] = DEMO_ORGANIZATIONS
      if (!demo) throw new Error('There is no demo business')
      const { now, name, profile, faqs, questions } = businessOfCase(each)
      cases += 1
      const address = `10.${cases >> 16}.${(cases >> 8) & 255}.${cases & 255}`
      const slug = `case-${cases}`
      const organizationId = `org_case_${cases}`
      const own = { id: organizationId, name, slug, leads: 0, leadSeed: 1_000 + cases }
      await db
        .transaction()
        .execute((tx) =>
          insertOrganization(tx, { ...demo, ...own, profile, faqs, questions }, now ?? new Date()),
        )
      if (now) clocks.set(address, now)
      return { organizationId, address }
    },
    async endingOf(conversationId) {
      const { status, state } = await db
        .selectFrom('conversations')
        .select(['status', 'state'])
        .where('id', '=', conversationId)
        .executeTakeFirstOrThrow()
      const lead = await db
        .selectFrom('leads')
        .select(['extracted_metadata', 'booking_start_time', 'booking_status'])
        .where('conversation_id', '=', conversationId)
        .executeTakeFirst()
      const start = lead?.booking_status === CANCELED ? null : lead?.booking_start_time
      return {
        // Until the visitor can be reached, the facts are only in the conversation.
        lead: lead?.extracted_metadata ?? readState(state).known,
        booking: start ? { start: toMinute(start) } : null,
        state: status,
      }
    },
    async tracesOf(conversationId) {
      const rows = await db
        .selectFrom('messages')
        .select(['id', 'trace'])
        .where('conversation_id', '=', conversationId)
        .execute()
      return new Map(rows.flatMap(({ id, trace }) => (trace ? [[id, trace]] : [])))
    },
    async stop() {
      await closePorts()
      await events.close()
      await close()
    },
  }
}

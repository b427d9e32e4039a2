import { type Kysely, sql } from 'kysely'
import { organizationsWith } from '../../server/calendars/events.ts'
import { PULLING } from '../../server/calendars/pull-calls.ts'
import { PUSHING } from '../../server/calendars/push-calls.ts'
import type { Database } from '../../server/db/schema.ts'
import { claim } from '../../server/hubspot/worker.ts'
import { createReader } from '../../server/metrics/figures.ts'
import { createMetrics } from '../../server/metrics/metrics.ts'
import { plan } from '../../server/notifications/plan.ts'
import { release } from '../../server/notifications/release.ts'
import { planSummaries } from '../../server/notifications/summaries.ts'
import { distribute } from '../../server/webhooks/distribute.ts'
import type { Application } from './application.ts'
import { conversationId, leadId, organizationId } from './ids.ts'

/** Frequent operations by name. */
export type Paths = Record<string, () => Promise<unknown>>

/** An organization with an owner, and one of its conversations that has a lead. */
export interface Sample {
  organization: number
  conversation: number
}

/** Returns the operations of owners in an organization. */
export async function ownerPaths(
  { asOwner }: Application,
  { organization, conversation }: Sample,
): Promise<Paths> {
  const own = (path: string) => () => asOwner(organization, path)
  const { cursor } = (await asOwner(organization, '/leads?limit=1000')) as { cursor: string }
  const now = cursor.split('-', 2).join('-')
  return {
    'leads, first 100': own('/leads?limit=100'),
    'leads, the next 1,000': own(`/leads?limit=1000&since=${cursor}`),
    'leads, changed since a cursor': own(`/leads?since=${now}`),
    'leads, search': own(`/leads?limit=100&search=${conversation}@example`),
    'lead statistics': own('/leads/stats'),
    'insights, 30 days': own('/insights?days=30'),
    'insights, 90 days': own('/insights?days=90'),
    tasks: own('/tasks'),
    'history of a lead': own(`/leads/${leadId(conversation)}/activity`),
    'inbox, first page': own('/conversations'),
    'inbox, unread': own('/conversations?unread=true'),
    'inbox, needs a person': own('/conversations?needs_person=true'),
    'inbox, search, 1 message in 2': own('/conversations?q=mowing'),
    'inbox, search, 1 in 20': own('/conversations?q=yard'),
    'inbox, search, 1 in 400': own('/conversations?q=mulch'),
    'inbox, search, 1 in 20,000': own('/conversations?q=pergola'),
    'inbox, search, in none': own('/conversations?q=zucchini'),
    'a conversation': own(`/conversations/${conversationId(conversation)}`),
    'log of notifications': own('/notifications'),
    'visitors’ open questions': own('/asked-questions'),
  }
}

/** Returns the operations of visitors in an organization. */
export function visitorPaths(
  { asVisitor, deps }: Application,
  { organization, conversation }: Sample,
): Paths {
  const chat = `/conversations/${conversationId(conversation)}`
  return {
    'settings of the widget': () => asVisitor(0, `/${organizationId(organization)}/config`),
    'settings of the widget, by name': () => asVisitor(0, `/lawn-care-${organization}/config`),
    'start of a chat': () => asVisitor(0, `/${organizationId(organization)}/conversations`, {}),
    'message of a visitor': () =>
      asVisitor(conversation, `${chat}/messages`, { client_id: crypto.randomUUID(), content: 'Thank you' }),
    'a chat, read again': () => asVisitor(conversation, chat),
    'live stream of a chat, opened': async () => {
      const { body } = await asVisitor(conversation, `${chat}/events`)
      const reader = body?.getReader()
      await reader?.read()
      await reader?.cancel()
    },
    'plan of a new lead’s notifications': () =>
      undone(deps.db, (tx) =>
        plan(
          tx,
          deps,
          {
            kind: 'new_lead',
            organizationId: organizationId(organization),
            leadId: leadId(conversation),
            at: new Date().toISOString(),
          },
          new Date(),
        ),
      ),
  }
}

/** Returns the operations that every server repeats, even without users. */
export function backgroundPaths({ deps, queue, findDue }: Application): Paths {
  const { db } = deps
  const day = new Date().toISOString().slice(0, 10)
  const sources = {
    db,
    checkReady: async () => {},
    pool: undefined,
    folders: {},
  }
  return {
    'events for webhooks, every 2 s': () =>
      undone(db, (tx) => distribute(tx, { add: async () => {} }, new Date())),
    'calls to write to calendars, every 2 s': () => organizationsWith(deps, PUSHING),
    'calls to look up in calendars, every 2 s': () => organizationsWith(deps, PULLING),
    'changes for HubSpot, every 2 s': () => undone(db, (tx) => claim(tx, new Date())),
    'queues with due jobs, every 2 s': findDue,
    'due notifications, every 10 s': () => undone(db, (tx) => release(tx, queue, new Date())),
    'daily summaries, none due, every 5 min': () =>
      undone(db, (tx) => planSummaries(tx, deps, new Date(`${day}T10:00:00Z`))),
    'daily summaries, when due, every 5 min': () =>
      undone(db, (tx) => planSummaries(tx, deps, new Date(`${day}T23:58:00Z`))),
    'metrics, every 10 s at most': async () => createReader(createMetrics(), sources)(),
  }
}

const UNDONE = new Error('undone')

/** Runs an operation in a transaction that is rolled back. */
async function undone(db: Kysely<Database>, run: (tx: Kysely<Database>) => Promise<unknown>): Promise<void> {
  await db
    .transaction()
    .execute(async (tx) => {
      await run(tx)
      throw UNDONE
    })
    .catch((error: unknown) => {
      if (error !== UNDONE) throw error
    })
}

/** Adds `count` jobs that finished within the last hour, for which they are kept. */
export async function addFinishedJobs(db: Kysely<Database>, count: number): Promise<void> {
  await sql`insert into pgboss.job (name, data, state, completed_on, policy)
    select 'announced', jsonb_build_object('kind', 'new_lead', 'leadId', id), 'completed', now(), 'standard'
    from leads order by created_at desc limit ${count}`.execute(db)
  await sql`analyze pgboss.job`.execute(db)
}

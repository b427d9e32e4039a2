import { type Kysely, type Selectable, sql } from 'kysely'
import { type ActivityEvent, getActivity, recordCall } from '../../src/contract/activity.ts'
import { changeLeads } from '../activity/leads-changed.ts'
import { newId } from '../base/ids.ts'
import type { Database } from '../db/schema.ts'
import { HttpError, unknownLead } from '../http/http-error.ts'
import { type Api, mount } from '../http/mount.ts'

/** The maximum number of events per response. */
const MOST_EVENTS = 1_000

type Row = Pick<
  Selectable<Database['lead_activity']>,
  'id' | 'type' | 'at' | 'actor_kind' | 'actor_id' | 'data'
>
const COLUMNS = ['id', 'type', 'at', 'actor_kind', 'actor_id', 'data'] as const

/** Mounts the endpoints for the history of a lead, and for calls to it. */
export function mountActivity(api: Api): void {
  const { deps } = api
  const { db, clock } = deps

  /** Adds the names of members to events. */
  async function present(organizationId: string, rows: readonly Row[]): Promise<ActivityEvent[]> {
    const ids = new Set(rows.flatMap(({ actor_id }) => actor_id ?? []))
    const names = await api.guard.namesOf(organizationId, [...ids])
    return rows.map(({ id, type, at, actor_kind: kind, actor_id, data }) => ({
      id,
      type,
      at: at.toISOString(),
      actor: { kind, id: actor_id, name: (actor_id !== null && names.get(actor_id)) || null },
      data,
    }))
  }

  mount(api, getActivity, async ({ organizationId, params }) => {
    if (!(await leadOf(db, organizationId, params.leadId).executeTakeFirst())) throw unknownLead()
    const rows = await db
      .selectFrom('lead_activity')
      .select(COLUMNS)
      .where('lead_id', '=', params.leadId)
      .where('organization_id', '=', organizationId)
      .orderBy('at', 'desc')
      .orderBy('position', 'desc')
      .limit(MOST_EVENTS)
      .execute()
    return { events: await present(organizationId, rows.reverse()) }
  })

  mount(api, recordCall, async ({ organizationId, userId, params, body }) => {
    const { id = newId('event'), outcome, at } = body
    const row = await changeLeads(deps, organizationId, async (tx) => {
      const lead = await leadOf(tx, organizationId, params.leadId).forNoKeyUpdate().executeTakeFirst()
      if (!lead) throw unknownLead()
      const said = at === undefined ? clock() : new Date(at)
      const called = new Date(
        Math.max(lead.created_at.getTime(), Math.min(said.getTime(), clock().getTime())),
      )
      const made = await tx
        .insertInto('lead_activity')
        .values({
          organization_id: organizationId,
          id,
          lead_id: params.leadId,
          type: 'called',
          at: called,
          actor_kind: 'person',
          actor_id: userId,
          data: JSON.stringify({ outcome }),
        })
        .onConflict((conflict) => conflict.columns(['organization_id', 'id']).doNothing())
        .returning(COLUMNS)
        .executeTakeFirst()
      if (!made) return existingCall(tx, organizationId, params.leadId, id)
      await tx
        .updateTable('leads')
        .set({ answered_at: sql<Date>`least(answered_at, ${called}::timestamptz)` })
        .where('id', '=', params.leadId)
        .execute()
      return made
    })
    const [event] = await present(organizationId, [row])
    if (!event) throw unknownLead()
    return event
  })
}

async function existingCall(
  db: Kysely<Database>,
  organizationId: string,
  leadId: string,
  id: string,
): Promise<Row> {
  const existing = await db
    .selectFrom('lead_activity')
    .select(COLUMNS)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('lead_id', '=', leadId)
    .where('type', '=', 'called')
    .executeTakeFirst()
  if (!existing) throw new HttpError(409, 'This call id is already in use', { code: 'id_in_use' })
  return existing
}

export function leadOf(db: Kysely<Database>, organizationId: string, leadId: string) {
  return db
    .selectFrom('leads')
    .select(['id', 'created_at'])
    .where('id', '=', leadId)
    .where('organization_id', '=', organizationId)
}

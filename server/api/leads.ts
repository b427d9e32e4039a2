import type { Insertable, Kysely, Updateable } from 'kysely'
import {
  createLead,
  deleteLead,
  type LeadFields,
  type LeadStatus,
  listLeads,
  setLeadStatus,
  updateLead,
} from '../../src/contract/leads.ts'
import type { Database } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { newId } from '../ids.ts'
import { leadEvent } from '../lead-event.ts'
import { LEAD_COLUMNS } from './lead-columns.ts'
import { selectLeads } from './lead-query.ts'
import { type Api, mount } from './mount.ts'
import { Refusal } from './refusal.ts'

/** Where a lead made in the console comes from, beside those of the widget. */
const MADE_BY_HAND = 'manual'

/** The leads of an organization: listed, made by hand, changed, given a status, removed (section 7). */
export function mountLeads(api: Api): void {
  const { deps } = api

  mount(api, listLeads, ({ organizationId, query }) => selectLeads(deps.db, organizationId, query))

  mount(api, createLead, async ({ organizationId, body: { id = newId('lead'), ...fields } }) => {
    const made = await makeLead(deps, organizationId, id, fields)
    if (made) return made
    const existing = await leadRow(deps, organizationId, id)
    if (!existing) throw new Refusal(409, 'This lead id is already in use')
    return existing
  })

  mount(api, updateLead, async ({ organizationId, params, body }) => {
    if (Object.values(body).every((value) => value === undefined)) {
      return (await leadRow(deps, organizationId, params.leadId)) ?? refuseUnknown()
    }
    return changeLead(deps, organizationId, params.leadId, body)
  })

  mount(api, setLeadStatus, async ({ organizationId, params, query }) =>
    changeLead(deps, organizationId, params.leadId, {
      status: query.status,
      notes: query.notes,
      loss_reason: query.loss_reason ?? (query.status === 'lost' ? undefined : null),
    }),
  )

  mount(api, deleteLead, async ({ organizationId, params }) => {
    const { numDeletedRows } = await deps.db
      .deleteFrom('leads')
      .where('id', '=', params.leadId)
      .where('organization_id', '=', organizationId)
      .executeTakeFirst()
    if (numDeletedRows === 0n) refuseUnknown()
    return undefined
  })
}

/** The row of a lead as it stands, if the organization has it. */
function leadRow({ db }: Deps, organizationId: string, id: string) {
  return db
    .selectFrom('leads')
    .select(LEAD_COLUMNS)
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
}

/**
 * Stores a new lead and tells of it in one transaction. Answers with its row, or with nothing when the id is taken,
 * be it by this organization or another.
 */
async function makeLead({ db, clock, events }: Deps, organizationId: string, id: string, fields: LeadFields) {
  const { made, tell } = await db.transaction().execute(async (tx) => {
    const made = await insertLead(tx, organizationId, id, fields, clock())
    if (!made) return { made, tell: null }
    const event = leadEvent({ id, name: made.contact_name ?? made.prospect_name })
    return { made, tell: await events.publishWithin(tx, organizationId, event) }
  })
  tell?.()
  return made
}

function insertLead(db: Kysely<Database>, organizationId: string, id: string, fields: LeadFields, now: Date) {
  const status: LeadStatus = fields.status ?? 'new'
  const row: Pick<Insertable<Database['leads']>, 'id' | 'organization_id' | 'status' | 'source'> = {
    id,
    organization_id: organizationId,
    source: MADE_BY_HAND,
    ...fields,
    status,
  }
  return db
    .insertInto('leads')
    .values({ ...row, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning(LEAD_COLUMNS)
    .executeTakeFirst()
}

async function changeLead(
  { db, clock }: Deps,
  organizationId: string,
  id: string,
  change: Updateable<Database['leads']>,
) {
  const row = await db
    .updateTable('leads')
    .set({ ...change, updated_at: clock() })
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .returning(LEAD_COLUMNS)
    .executeTakeFirst()
  return row ?? refuseUnknown()
}

function refuseUnknown(): never {
  throw new Refusal(404, 'The requested lead could not be found.')
}

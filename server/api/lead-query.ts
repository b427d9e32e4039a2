import { type ExpressionBuilder, type Kysely, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { Lead, LeadQuery } from '../../src/contract/leads.ts'
import type { Database } from '../db/schema.ts'
import { endOfDay, startOfDay } from './calendar.ts'

/** Rows fetched, presented and sent at a time: memory stays flat however many leads there are. */
const BATCH = 500

/** The columns of a lead that the contract lists. */
export const LEAD_COLUMNS = [
  'id',
  'conversation_id',
  'status',
  'source',
  'prospect_name',
  'contact_name',
  'prospect_email',
  'contact_email',
  'prospect_phone',
  'contact_phone',
  'prospect_address',
  'property_address',
  'property_size',
  'service_interest',
  'service_availability',
  'timeline',
  'budget',
  'service_additional_info',
  'notes',
  'loss_reason',
  'created_at',
  'updated_at',
  'converted_to_booking_id',
  'booking_start_time',
  'booking_status',
  'booking_calcom_event_id',
  'booking_url',
  'extracted_metadata',
] as const satisfies readonly (keyof Lead & keyof Database['leads'])[]

type LeadRow = Pick<Selectable<Database['leads']>, (typeof LEAD_COLUMNS)[number]>

/** A row as the wire has it. What the agent did not extract is null. */
export function presentLead(row: LeadRow): Lead {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    booking_start_time: row.booking_start_time?.toISOString() ?? null,
    extracted_metadata: row.extracted_metadata && { ...NOTHING_EXTRACTED, ...row.extracted_metadata },
  }
}

const NOTHING_EXTRACTED = {
  name: null,
  email: null,
  phone: null,
  address: null,
  service_needs: null,
  service_additional_info: null,
  property_size: null,
  budget: null,
  timeline: null,
  service_availability: null,
}

/** An organization's leads that match, newest first, in batches that are never empty. */
export async function* selectLeads(
  db: Kysely<Database>,
  organizationId: string,
  query: LeadQuery,
): AsyncGenerator<Lead[]> {
  let last: { id: string; cursor: string } | undefined
  do {
    const rows = await after(last, matching(db, organizationId, query))
      .select(LEAD_COLUMNS)
      .select(sql<string>`created_at::text`.as('cursor'))
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(BATCH)
      .execute()
    if (rows.length > 0) yield rows.map(presentLead)
    last = rows.length === BATCH ? rows.at(-1) : undefined
  } while (last)
}

type Leads = SelectQueryBuilder<Database, 'leads', object>

function matching(db: Kysely<Database>, organizationId: string, query: LeadQuery): Leads {
  const zone = query.timezone ?? 'UTC'
  let leads: Leads = db.selectFrom('leads').where('organization_id', '=', organizationId)
  if (query.status) leads = leads.where('status', '=', query.status)
  if (query.date_from) leads = leads.where('created_at', '>=', startOfDay(query.date_from, zone))
  if (query.date_to) leads = leads.where('created_at', '<', endOfDay(query.date_to, zone))
  const search = query.search?.trim()
  if (search) leads = leads.where((lead) => mentions(lead, search))
  return leads
}

/** Name, e-mail or service (section 2), in any case; `%` and `_` stand for themselves. */
function mentions(lead: ExpressionBuilder<Database, 'leads'>, search: string) {
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  return lead.or([
    lead('prospect_name', 'ilike', pattern),
    lead('contact_name', 'ilike', pattern),
    lead('prospect_email', 'ilike', pattern),
    lead('contact_email', 'ilike', pattern),
    lead('service_interest', 'ilike', pattern),
  ])
}

/** What follows a row in the order of the list. Times keep the microseconds that a Date would lose. */
function after(last: { id: string; cursor: string } | undefined, leads: Leads): Leads {
  if (!last) return leads
  const created = sql<Date>`${last.cursor}::timestamptz`
  return leads
    .where('created_at', '<=', created)
    .where((lead) => lead.or([lead('created_at', '<', created), lead('id', '>', last.id)]))
}

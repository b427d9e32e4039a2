import { type Kysely, sql } from 'kysely'
import { MANUAL } from '../../src/domain/leads/origin.ts'
import { isNotCanceled } from '../calendars/booking-status.ts'
import type { Database } from '../db/schema.ts'
import { isVisitors } from './tests.ts'

/** The condition that a lead came in by itself: no member tried the agent, or added or imported the lead. */
export const cameIn = sql<boolean>`(${isVisitors} and source != ${MANUAL} and not exists (
  select from lead_import_rows where lead_import_rows.lead_id = leads.id
))`

/** Selects the events of calls that were booked in a period and are not canceled. A lead can have several. */
export const bookingsMade = (db: Kysely<Database>, organizationId: string, from: Date, end: Date) =>
  db
    .selectFrom('lead_activity')
    .innerJoin('leads', 'leads.id', 'lead_activity.lead_id')
    .where('lead_activity.organization_id', '=', organizationId)
    .where('lead_activity.type', '=', sql.lit('booked'))
    .where('lead_activity.at', '>=', from)
    .where('lead_activity.at', '<', end)
    .where(isNotCanceled)
    .where(isVisitors)

/** The number of leads with such a call. */
export const bookedLeads = sql<number>`count(distinct lead_activity.lead_id)`

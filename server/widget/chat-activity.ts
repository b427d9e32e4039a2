import type { Kysely } from 'kysely'
import type { Lead } from '../../src/contract/leads.ts'
import { appointmentOf } from '../../src/domain/leads/bookings.ts'
import { changesOf } from '../activity/compare-leads.ts'
import { type Happening, ofCall, record, SYSTEM, VISITOR } from '../activity/record.ts'
import { bookedStart } from '../calendars/booking-status.ts'
import type { Database } from '../db/schema.ts'

/**
 * Stores the events of a visitor's message: details that replace others, changes of the call, and the resulting status.
 */
export async function recordChatChanges(
  db: Kysely<Database>,
  organizationId: string,
  before: Lead,
  after: Lead,
  now: Date,
): Promise<void> {
  const about = { organizationId, leadId: after.id, at: now }
  const changes = changesOf(before, after)
  const call = callChange(before, after)
  const corrected = changes.flatMap((change) => (change.type === 'edited' ? corrections(change) : []))
  await record(db, { ...about, actor: VISITOR }, [...corrected, ...call])
  await record(
    db,
    { ...about, actor: SYSTEM },
    changes.filter(({ type }) => type === 'status'),
  )
}

/** Keeps only fields that replace an existing value. Adding details during the chat isn't a correction. */
function corrections({ data }: Extract<Happening, { type: 'edited' }>): Happening[] {
  const fields = Object.entries(data.fields).filter(([, { from }]) => from !== null)
  return fields.length > 0 ? [{ type: 'edited', data: { fields: Object.fromEntries(fields) } }] : []
}

function callChange(before: Lead, after: Lead): Happening[] {
  const was = bookedStart(before)
  const is = bookedStart(after)
  if (was === is) return []
  const { kind } = appointmentOf(after)
  if (is === null) return was === null ? [] : [ofCall('canceled', was, kind)]
  return [ofCall(was === null ? 'booked' : 'moved', is, kind)]
}

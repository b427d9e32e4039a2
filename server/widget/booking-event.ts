import type { Kysely } from 'kysely'
import type { LeadEvent } from '../../src/contract/events.ts'
import type { Database } from '../db/schema.ts'
import { CANCELED } from './bookings.ts'

/** The event of a conversation's estimate call for the owner's open consoles; null if its lead is gone. */
export async function bookingEvent(db: Kysely<Database>, conversationId: string): Promise<LeadEvent | null> {
  const lead = await db
    .selectFrom('leads')
    .select(['id', 'prospect_name', 'booking_start_time', 'booking_status'])
    .where('conversation_id', '=', conversationId)
    .executeTakeFirst()
  if (!lead) return null
  return {
    type: 'booking_changed',
    event_type: 'booking_changed',
    lead_id: lead.id,
    contact_name: lead.prospect_name,
    booking_start_time:
      lead.booking_status === CANCELED ? null : (lead.booking_start_time?.toISOString() ?? null),
  }
}

import type { Deps } from '../deps.ts'
import { CANCELLED } from './bookings.ts'

/** Tells the owner's open consoles what has become of a conversation's estimate call; a failure is only logged. */
export async function announceBooking(
  { db, events, log }: Deps,
  organizationId: string,
  conversationId: string,
): Promise<void> {
  try {
    const lead = await db
      .selectFrom('leads')
      .select(['id', 'prospect_name', 'booking_start_time', 'booking_status'])
      .where('conversation_id', '=', conversationId)
      .executeTakeFirst()
    if (!lead) return
    await events.publish(organizationId, {
      type: 'booking_changed',
      event_type: 'booking_changed',
      lead_id: lead.id,
      contact_name: lead.prospect_name,
      booking_start_time:
        lead.booking_status === CANCELLED ? null : (lead.booking_start_time?.toISOString() ?? null),
    })
  } catch (error) {
    log.warn({ reason: error instanceof Error ? error.name : typeof error }, 'a booking was not announced')
  }
}

import type { InboxConversation, InboxMessage } from '../../src/contract/conversations.ts'
import type { Lead } from '../../src/contract/leads.ts'
import { waitingSince } from '../../src/domain/conversations/state.ts'
import { alarmIn, noContactIn, readNotes } from '../../src/domain/leads/agent-notes.ts'
import { appointmentOf, isBooked, jobAddress } from '../../src/domain/leads/bookings.ts'
import { leadEmail, leadLabel, shownPhone } from '../../src/domain/leads/name.ts'

/** The length of a list's JSON, so that a list of long texts leaves room for the rest of the conversation. */
const MOST_CHARACTERS = 80_000

/** Returns the first entries, as many as an answer has room for, and at least one. */
export function fitting(entries: readonly object[]): object[] {
  let room = MOST_CHARACTERS
  const end = entries.findIndex((entry) => {
    room -= JSON.stringify(entry).length
    return room < 0
  })
  return entries.slice(0, end < 0 ? entries.length : Math.max(end, 1))
}

/** Returns the number of items, and the first ones as an assistant reads them. */
export const firstOf = <Item>(items: readonly Item[], most: number, present: (item: Item) => object) => ({
  total: items.length,
  first: fitting(items.slice(0, most).map(present)),
})

/** Omits what is unknown, so that assistants read only what is there. */
function known(fields: Record<string, unknown>): object {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  )
}

/** Returns what an assistant needs to know about a lead. */
export function presentLead(lead: Lead): object {
  const info = lead.service_additional_info
  return known({
    id: lead.id,
    name: leadLabel(lead).name,
    phone: shownPhone(lead),
    email: leadEmail(lead),
    urgency: alarmIn(info)?.needs,
    do_not_contact: noContactIn(info) === null ? null : true,
    prefers: readNotes(info).preference,
    status: lead.status,
    loss_reason: lead.loss_reason,
    service: lead.service_interest,
    details: info,
    property_size: lead.property_size,
    timeline: lead.timeline,
    availability: lead.service_availability,
    budget: lead.budget,
    address: jobAddress(lead),
    notes: lead.notes,
    source: lead.source,
    created_at: lead.created_at,
    answered_at: lead.answered_at,
    appointment: isBooked(lead) ? presentAppointment(lead) : null,
    conversation_id: lead.conversation_id,
    is_test: lead.is_test || null,
  })
}

function presentAppointment(lead: Lead): object {
  return { start: lead.booking_start_time, ...appointmentOf(lead) }
}

/** Returns a lead's appointment with whom, where, and for what. */
export function presentBooking(lead: Lead): object {
  return known({
    ...presentAppointment(lead),
    lead_id: lead.id,
    name: leadLabel(lead).name,
    phone: shownPhone(lead),
    service: lead.service_interest,
    address: jobAddress(lead),
  })
}

/** Returns what an assistant needs to know about a conversation. */
export function presentConversation(conversation: InboxConversation): object {
  return known({
    id: conversation.id,
    name: conversation.name,
    phone: conversation.phone,
    city: conversation.city,
    channel: conversation.channel,
    status: conversation.status,
    needs: conversation.needs,
    waiting_since: conversation.status === 'needs_person' ? waitingSince(conversation) : null,
    answered_by: conversation.taken_by_name,
    last_message_at: conversation.last_message_at,
    last_author: conversation.last_author,
    last_message: conversation.last_excerpt,
    unread: conversation.unread,
    lead_id: conversation.lead_id,
    is_test: conversation.is_test || null,
  })
}

export const presentMessage = (message: InboxMessage): object =>
  known({
    at: message.created_at,
    author: message.author,
    name: message.author_name,
    is_internal_note: message.message_type === 'note' || null,
    text: message.content,
    photos: message.photos.length || null,
  })

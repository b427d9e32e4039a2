import * as v from 'valibot'
import { Instant } from './fields.ts'
import { tolerant } from './tolerance.ts'

/** The path of the live stream (section 7): server-sent events with one JSON object each. */
export const LEAD_EVENTS_PATH = '/api/v1/organizations/:orgId/leads/events'

/**
 * A message of the stream: a new lead, a heartbeat, or an error to log (section 3). Also an estimate call that a
 * visitor booked, moved, or canceled, other changes to leads or their tasks and histories, a conversation with a new
 * message or state, someone typing in a conversation, or a visitor who arrives, leaves,
 * or reads.
 */
export const LeadEvent = v.variant('type', [
  v.object({
    type: v.literal('lead_created'),
    event_type: v.literal('lead_created'),
    lead_id: v.string(),
    contact_name: v.nullable(v.string()),
    /** Whether it came from a test. Only the first one is announced. */
    is_test: v.optional(v.boolean()),
  }),
  v.object({
    type: v.literal('booking_changed'),
    event_type: v.literal('booking_changed'),
    lead_id: v.string(),
    contact_name: v.nullable(v.string()),
    /** The start of the estimate call; null if it was canceled. */
    booking_start_time: v.nullable(Instant),
  }),
  v.object({ type: v.literal('leads_changed'), event_type: v.literal('leads_changed') }),
  tolerant(
    v.object({
      type: v.literal('conversation_changed'),
      event_type: v.literal('conversation_changed'),
      conversation_id: v.string(),
      status: v.string(),
      unread: v.number(),
    }),
    { defaults: () => ({ status: 'agent', unread: 0 }) },
  ),
  tolerant(
    v.object({
      type: v.literal('conversation_typing'),
      event_type: v.literal('conversation_typing'),
      conversation_id: v.string(),
      /** `visitor` or `person`. */
      author: v.string(),
      author_name: v.nullable(v.string()),
    }),
    { defaults: () => ({ author: 'visitor', author_name: null }) },
  ),
  v.object({
    type: v.literal('conversation_presence'),
    event_type: v.literal('conversation_presence'),
    conversation_id: v.string(),
  }),
  v.object({
    type: v.literal('heartbeat'),
    /** The token of this stream expires soon. Open another stream with a new token. */
    renew: v.optional(v.boolean()),
    /**
     * In a stream's first heartbeat: the number of milliseconds before it in which the organization certainly had no
     * event.
     */
    quiet_ms: v.optional(v.number()),
  }),
  tolerant(v.object({ type: v.literal('error'), message: v.string() }), {
    defaults: () => ({ message: 'no reason given' }),
  }),
])
export type LeadEvent = v.InferOutput<typeof LeadEvent>

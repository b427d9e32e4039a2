import * as v from 'valibot'

/** Path of the live stream (section 7): server-sent events, one JSON object each. */
export const LEAD_EVENTS_PATH = '/api/v1/organizations/:orgId/leads/events'

/** A message of the stream: a new lead, a sign of life, or a failure to be logged (section 3). */
export const LeadEvent = v.variant('type', [
  v.object({
    type: v.literal('lead_created'),
    event_type: v.literal('lead_created'),
    lead_id: v.string(),
    contact_name: v.nullable(v.string()),
  }),
  v.object({ type: v.literal('heartbeat') }),
  v.object({ type: v.literal('error'), message: v.string() }),
])
export type LeadEvent = v.InferOutput<typeof LeadEvent>

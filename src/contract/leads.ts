import * as v from 'valibot'
import { AppointmentKind } from './appointments.ts'
import { endpoint } from './endpoint.ts'
import {
  ClientId,
  Day,
  Instant,
  knownText,
  limitTo,
  optionalLine,
  optionalText,
  TimeZone,
  text,
} from './fields.ts'
import { LIMITS } from './limits.ts'
import { Photo } from './photos.ts'
import { tolerant } from './tolerance.ts'

/** The three states of section 4. The system can also set `lost`. */
export const LEAD_STATUSES = ['new', 'converted', 'lost'] as const
export type LeadStatus = (typeof LEAD_STATUSES)[number]

/** The data that the agent extracted from the conversation (section 3). */
export const ExtractedMetadata = v.object({
  name: v.nullable(v.string()),
  email: v.nullable(v.string()),
  phone: v.nullable(v.string()),
  address: v.nullable(v.string()),
  service_needs: v.nullable(v.string()),
  service_additional_info: v.nullable(v.string()),
  property_size: v.nullable(v.string()),
  budget: v.nullable(v.string()),
  timeline: v.nullable(v.string()),
  service_availability: v.nullable(v.string()),
})
export type ExtractedMetadata = v.InferOutput<typeof ExtractedMetadata>

const leadFields = v.object({
  id: v.string(),
  conversation_id: v.nullable(v.string()),
  status: knownText(LEAD_STATUSES),
  source: v.optional(v.string(), 'unknown'),
  prospect_name: v.nullable(v.string()),
  contact_name: v.nullable(v.string()),
  prospect_email: v.nullable(v.string()),
  contact_email: v.nullable(v.string()),
  prospect_phone: v.nullable(v.string()),
  contact_phone: v.nullable(v.string()),
  prospect_address: v.nullable(v.string()),
  property_address: v.nullable(v.string()),
  property_size: v.nullable(v.string()),
  service_interest: v.nullable(v.string()),
  service_availability: v.nullable(v.string()),
  timeline: v.nullable(v.string()),
  budget: v.nullable(v.string()),
  service_additional_info: v.nullable(v.string()),
  notes: v.optional(v.nullable(v.string()), null),
  loss_reason: v.optional(v.nullable(v.string()), null),
  automatic_reason: v.optional(v.nullable(v.string()), null),
  automatic_at: v.optional(v.nullable(Instant), null),
  answered_at: v.optional(v.nullable(Instant), null),
  page: v.optional(v.nullable(v.string()), null),
  utm_source: v.optional(v.nullable(v.string()), null),
  utm_medium: v.optional(v.nullable(v.string()), null),
  utm_campaign: v.optional(v.nullable(v.string()), null),
  is_test: v.optional(v.boolean()),
  created_at: Instant,
  updated_at: Instant,
  converted_to_booking_id: v.nullable(v.string()),
  booking_start_time: v.nullable(Instant),
  booking_kind: v.optional(v.nullable(AppointmentKind)),
  booking_minutes: v.optional(v.nullable(v.number())),
  booking_status: v.nullable(v.string()),
  booking_calcom_event_id: v.nullable(v.string()),
  booking_url: v.nullable(v.string()),
  extracted_metadata: v.nullable(ExtractedMetadata),
})

/**
 * Section 3, Lead. Unknown statuses are preserved. An API can omit the fields that section 3 does not list. Times from
 * other APIs can be '', which means unknown. `answered_at` is the time when a member first called or changed the
 * lead, or wrote to it, if the reply was read or mailed.
 * `page` is the path of the page on which the chat started. The `utm_` fields identify the campaign in that page's URL.
 * `booking_kind` and `booking_minutes` are what is booked, whatever the profile says since then; null without a booking.
 * `is_test` is whether a member tried the agent in the console's preview; tests are not counted.
 */
export const Lead = tolerant(leadFields, {
  defaults: ({ created_at, updated_at }) => ({
    status: 'new',
    created_at: updated_at ?? '',
    updated_at: created_at ?? '',
  }),
})
export type Lead = v.InferOutput<typeof Lead>

/**
 * Section 3, Lead stats. `conversion_rate` is a percentage from 0 to 100. Missing counts are derived from the others,
 * or else are 0.
 */
export const LeadStats = tolerant(
  v.object({
    total: v.number(),
    new: v.number(),
    converted: v.number(),
    lost: v.number(),
    conversion_rate: v.number(),
    by_status: v.record(v.string(), v.number()),
    by_source: v.record(v.string(), v.number()),
  }),
  {
    defaults({ by_status = {}, ...known }) {
      const counts = {
        new: known.new ?? by_status.new ?? 0,
        converted: known.converted ?? by_status.converted ?? 0,
        lost: known.lost ?? by_status.lost ?? 0,
      }
      const total = known.total ?? counts.new + counts.converted + counts.lost
      const conversion_rate = total > 0 ? (counts.converted / total) * 100 : 0
      return { ...counts, total, conversion_rate, by_status: counts, by_source: {} }
    },
  },
)
export type LeadStats = v.InferOutput<typeof LeadStats>

/** The editable fields of a lead. Omitted fields keep their values. */
export const LeadFields = v.object({
  status: v.optional(v.picklist(LEAD_STATUSES)),
  prospect_name: optionalLine,
  contact_name: optionalLine,
  prospect_email: optionalLine,
  contact_email: optionalLine,
  prospect_phone: optionalLine,
  contact_phone: optionalLine,
  prospect_address: optionalLine,
  property_address: optionalLine,
  property_size: optionalLine,
  service_interest: optionalLine,
  service_availability: optionalLine,
  timeline: optionalLine,
  budget: optionalLine,
  service_additional_info: optionalText,
  notes: optionalText,
})
export type LeadFields = v.InferOutput<typeof LeadFields>

/**
 * A change to a lead. `updated_at` is the value from the lead that the client read. If the lead has changed since then,
 * the response is 409 with the current lead. `add_note` is appended to the stored notes; `notes` is then only for APIs
 * that do not support `add_note`. A `booking_status` that means "canceled" cancels the upcoming estimate call, and a
 * converted lead becomes new again; other values of `booking_status` change nothing. With a cancellation,
 * `booking_start_time` is the time of the canceled call, and the response is 409 if the call is at another time.
 * Otherwise, a new `booking_start_time` moves the upcoming estimate call. The response is 409 if there is no such call,
 * if the time has passed, or if another call is booked at that time.
 */
export const LeadUpdate = v.object({
  ...LeadFields.entries,
  booking_status: optionalLine,
  booking_start_time: v.optional(v.nullable(Instant)),
  updated_at: v.optional(Instant),
  add_note: v.optional(text(LIMITS.text)),
})
export type LeadUpdate = v.InferOutput<typeof LeadUpdate>

/** A lead added by hand. Clients can retry: repeated requests with the same `id` create only one lead. */
export const NewLead = v.object({
  ...LeadFields.entries,
  id: v.optional(ClientId),
})
export type NewLead = v.InferOutput<typeof NewLead>

/** Maximum value of `limit`. */
export const MOST_LIMITED = 1_000

/** The number of leads per response to an API key, unless it sends `limit`. */
export const USUAL_LIMITED = 100

/** The date range is inclusive. Each bound is a calendar day in `timezone` (an IANA name, by default UTC). */
export const LeadFilterQuery = v.object({
  status: v.optional(v.picklist(LEAD_STATUSES)),
  search: v.optional(text(LIMITS.line)),
  date_from: v.optional(Day),
  date_to: v.optional(Day),
  timezone: v.optional(TimeZone),
})
export type LeadFilterQuery = v.InferOutput<typeof LeadFilterQuery>

/**
 * `since` requests the changes after a cursor. If it is blank, the cursor is the one in If-None-Match, so that the URL
 * stays the same and browsers can reuse the preflight response. `limit` requests the newest matching leads, or with
 * `since` the leads that follow, at most {@link MOST_LIMITED}. With either parameter, the response is
 * {@link LeadChanges}, and always for API keys, which get {@link USUAL_LIMITED} leads without `limit`. `phone` and
 * `email` select the leads with this number or address, however it is written. With a filter, `since` can
 * only be an API key's cursor of a part of the same list, after which leads follow.
 */
export const LeadQuery = v.object({
  ...LeadFilterQuery.entries,
  phone: v.optional(text(LIMITS.line)),
  email: v.optional(text(LIMITS.line)),
  since: v.optional(text(LIMITS.line)),
  limit: v.optional(limitTo(MOST_LIMITED)),
})
export type LeadQuery = v.InferOutput<typeof LeadQuery>

/**
 * Part of a list, newest first. `kind` is `all` for every lead, `first` for the newest leads, `more` for the leads that
 * follow the cursor of the request, and `changes` for the leads created or changed since the cursor, with the ids of
 * the `removed` ones. `total` counts the leads in the whole list.
 *
 * The next request uses `cursor` to get later changes. Its response can repeat changes that this response contains.
 * After `first` and `more` of an unfiltered list, it gets the leads that follow: with `limit`, each response is `more`
 * until the last leads arrive together with the `changes` since the first request. If a cursor is unknown or too old,
 * the server responds as if there were no cursor.
 */
export const LeadChanges = v.object({
  kind: v.picklist(['all', 'first', 'more', 'changes']),
  cursor: v.string(),
  total: v.number(),
  removed: v.array(v.string()),
  leads: v.array(Lead),
})
export type LeadChanges = v.InferOutput<typeof LeadChanges>

/**
 * Section 3, Conversation. Any `message_type` other than `incoming` means that the agent wrote the message. Other APIs
 * also write 0 for incoming and 1 for outgoing messages.
 */
export const Conversation = v.object({
  messages: v.array(
    tolerant(
      v.object({
        id: v.string(),
        message_type: knownText(['incoming', 'outgoing'], { 0: 'incoming', 1: 'outgoing' }),
        content: v.string(),
        photos: v.array(Photo),
        created_at: Instant,
      }),
      { defaults: () => ({ id: '', message_type: '', content: '', photos: [], created_at: '' }) },
    ),
  ),
})
export type Conversation = v.InferOutput<typeof Conversation>
export type Message = Conversation['messages'][number]

const LEADS = '/api/v1/organizations/:orgId/leads'

export const listLeads = endpoint({
  method: 'GET',
  path: LEADS,
  summary: 'List the leads that match, newest first; `since` and `limit` return a part',
  access: 'member',
  scope: 'leads:read',
  query: LeadQuery,
  reply: v.array(Lead),
  alternative: LeadChanges,
  hasEtag: true,
})

export const getLead = endpoint({
  method: 'GET',
  path: `${LEADS}/:leadId`,
  summary: 'Get a lead',
  access: 'member',
  scope: 'leads:read',
  reply: Lead,
  errors: [404],
})

export const getLeadStats = endpoint({
  method: 'GET',
  path: `${LEADS}/stats`,
  summary: 'Count leads by status and source',
  access: 'member',
  scope: 'leads:read',
  reply: LeadStats,
})

export const getConversation = endpoint({
  method: 'GET',
  path: `${LEADS}/:leadId/conversation`,
  summary: 'List the messages of a lead’s conversation, oldest first',
  access: 'member',
  scope: 'conversations:read',
  reply: Conversation,
  errors: [404],
})

/** A status, an optional note to add, and an optional reason for the loss. */
export const StatusChange = v.object({
  status: v.picklist(LEAD_STATUSES),
  notes: v.optional(text(LIMITS.text)),
  loss_reason: v.optional(text(LIMITS.line)),
})
export type StatusChange = v.InferOutput<typeof StatusChange>

/** `updated_at` works as in {@link LeadUpdate}. */
export const setLeadStatus = endpoint({
  method: 'PUT',
  path: `${LEADS}/:leadId/status`,
  summary: 'Set the status of a lead; `notes` are appended to the stored ones',
  access: 'member',
  scope: 'leads:write',
  query: v.object({ ...StatusChange.entries, updated_at: v.optional(Instant) }),
  reply: Lead,
  errors: [404, 409],
})

export const undoAutomaticLoss = endpoint({
  method: 'POST',
  path: '/api/v1/organizations/:orgId/automatic-losses/undo',
  summary: 'Reset leads that were marked as lost automatically at one time to new',
  access: 'member',
  body: v.object({ automatic_at: Instant }),
  reply: v.object({ leads: v.number() }),
})

export const createLead = endpoint({
  method: 'POST',
  path: LEADS,
  summary: 'Create a lead',
  access: 'member',
  scope: 'leads:write',
  creates: true,
  body: NewLead,
  reply: Lead,
  errors: [404, 409],
})

export const updateLead = endpoint({
  method: 'PUT',
  path: `${LEADS}/:leadId`,
  summary: 'Change fields of a lead',
  access: 'member',
  scope: 'leads:write',
  body: LeadUpdate,
  reply: Lead,
  errors: [404, 409],
})

export const deleteLead = endpoint({
  method: 'DELETE',
  path: `${LEADS}/:leadId`,
  summary: 'Remove a lead',
  access: 'member',
  scope: 'leads:delete',
  reply: null,
  errors: [404],
})

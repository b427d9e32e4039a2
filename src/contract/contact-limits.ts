import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Instant } from './fields.ts'
import { tolerant } from './tolerance.ts'

/**
 * What limits the contact with a lead: whether the lead's number gets no texts, because it has opted out or can't receive
 * any, and since when; and whether the visitor asked in the chat not to be contacted. Later versions can add reasons.
 */
export const ContactLimits = tolerant(
  v.object({
    /** `opted_out` or `landline`; null if the number gets texts. */
    no_texts: v.nullable(v.string()),
    no_texts_since: v.nullable(Instant),
    no_contact: v.boolean(),
  }),
  { defaults: () => ({ no_texts: null, no_texts_since: null, no_contact: false }) },
)
export type ContactLimits = v.InferOutput<typeof ContactLimits>

export const getContactLimits = endpoint({
  method: 'GET',
  path: '/api/v1/organizations/:orgId/leads/:leadId/contact-limits',
  summary: 'Tell whether a lead has opted out of texts, has a landline, or asked not to be contacted',
  access: 'member',
  scope: 'leads:read',
  reply: ContactLimits,
  errors: [404],
})

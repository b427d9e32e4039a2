import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Instant } from './fields.ts'
import { tolerant } from './tolerance.ts'

const CreatedKey = tolerant(v.object({ id: v.string(), name: v.string(), hint: v.string() }), {
  defaults: () => ({ name: '', hint: '' }),
})
const CreatedWebhook = tolerant(v.object({ id: v.string(), url: v.string() }), {
  defaults: () => ({ url: '' }),
})

/**
 * A person who is no longer an admin, and what still works of what they created: API keys, webhook endpoints, and the
 * address of the calendar feed. Includes endpoints and the address if nobody knows who created them.
 */
export const FormerAdmin = tolerant(
  v.object({
    user_id: v.string(),
    name: v.nullable(v.string()),
    since: Instant,
    keys: v.array(CreatedKey),
    webhooks: v.array(CreatedWebhook),
    has_feed: v.boolean(),
  }),
  { defaults: () => ({ name: null, since: '', keys: [], webhooks: [], has_feed: false }) },
)
export type FormerAdmin = v.InferOutput<typeof FormerAdmin>

const FORMER_ADMINS = '/api/v1/organizations/:orgId/former-admins'

export const listFormerAdmins = endpoint({
  method: 'GET',
  path: FORMER_ADMINS,
  summary:
    'List former admins whose API keys, webhooks, or calendar feed still work and await a review, newest first',
  access: 'admin',
  reply: v.array(FormerAdmin),
})

export const dismissFormerAdmin = endpoint({
  method: 'DELETE',
  path: `${FORMER_ADMINS}/:userId`,
  summary: 'Mark what a former admin created as reviewed, for all admins; it keeps working',
  access: 'admin',
  reply: null,
})

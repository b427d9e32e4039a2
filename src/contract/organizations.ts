import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Instant, knownText } from './fields.ts'
import { tolerant } from './tolerance.ts'

/** A feature that the server isn't configured for, and what is missing. */
const OffFeature = tolerant(v.object({ feature: v.string(), reason: v.string() }), {
  defaults: () => ({ feature: '', reason: '' }),
})

/**
 * Section 3, Organization. Unknown plans and statuses are preserved. `is_free` means that the operator of the server
 * bills nobody, so the widget is live without a plan. `off` lists features that the server isn't configured for.
 */
export const Organization = tolerant(
  v.object({
    id: v.string(),
    name: v.string(),
    subscription_status: v.nullable(knownText(['trialing', 'active'])),
    plan: v.nullable(knownText(['starter_alpha_'])),
    trial_ends_at: v.nullable(Instant),
    is_free: v.boolean(),
    off: v.array(OffFeature),
  }),
  { defaults: () => ({ id: '', name: '', is_free: false, off: [] }) },
)
export type Organization = v.InferOutput<typeof Organization>

/**
 * Section 3, Setup status. If `billing` is missing, it counts as set up. `former_admins` is the number of former admins
 * whose API keys, webhooks, or calendar feed still work and await a review, and `last_former_admin_at` is when the last
 * of them stopped being an admin.
 */
export const SetupStatus = tolerant(
  v.object({
    organization: v.boolean(),
    agent: v.boolean(),
    crm: v.boolean(),
    billing: v.boolean(),
    former_admins: v.optional(v.number(), 0),
    last_former_admin_at: v.optional(v.nullable(Instant), null),
  }),
  {
    defaults: () => ({
      organization: false,
      agent: false,
      crm: false,
      billing: true,
      former_admins: 0,
      last_former_admin_at: null,
    }),
  },
)
export type SetupStatus = v.InferOutput<typeof SetupStatus>

export const getOrganization = endpoint({
  method: 'GET',
  path: '/api/v1/organizations/:orgId',
  summary: 'Get the organization with its plan and trial',
  access: 'member',
  scope: 'settings:read',
  reply: Organization,
  errors: [404],
})

export const getSetupStatus = endpoint({
  method: 'GET',
  path: '/api/v1/organizations/:orgId/setup-status',
  summary: 'Get which parts of the setup are complete',
  access: 'member',
  reply: SetupStatus,
})

import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Instant } from './fields.ts'

/** Section 3, Organization. Unknown plans and states are kept as they come. */
export const Organization = v.object({
  id: v.string(),
  name: v.string(),
  subscription_status: v.nullable(v.string()),
  plan: v.nullable(v.string()),
  trial_ends_at: v.nullable(Instant),
})
export type Organization = v.InferOutput<typeof Organization>

/** Section 3, Setup status. */
export const SetupStatus = v.object({
  organization: v.boolean(),
  agent: v.boolean(),
  crm: v.boolean(),
  billing: v.boolean(),
})
export type SetupStatus = v.InferOutput<typeof SetupStatus>

export const getOrganization = endpoint({
  method: 'GET',
  path: '/api/v1/organizations/:orgId',
  summary: 'The organization with its plan and trial',
  access: 'member',
  reply: Organization,
})

export const getSetupStatus = endpoint({
  method: 'GET',
  path: '/api/v1/organizations/:orgId/setup-status',
  summary: 'Which parts of the set-up are done',
  access: 'member',
  reply: SetupStatus,
})

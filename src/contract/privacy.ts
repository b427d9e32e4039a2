import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Instant } from './fields.ts'
import { LIMITS } from './limits.ts'

/** All data of an organization, as stored. Each table is a list with the table's name. */
export const OrganizationExport = v.looseObject({
  exported_at: Instant,
  organization: v.looseObject({ id: v.string(), name: v.string() }),
})
export type OrganizationExport = v.InferOutput<typeof OrganizationExport>

export const exportOrganization = endpoint({
  method: 'GET',
  path: '/api/v1/organizations/:orgId/export',
  summary: 'Export all data of the organization',
  access: 'admin',
  reply: OrganizationExport,
  errors: [404, 409],
})

export const eraseOrganizationData = endpoint({
  method: 'POST',
  path: '/api/v1/organizations/:orgId/erasure',
  summary: 'Erase all data of the organization except its name, plan, and members',
  access: 'admin',
  body: v.object({ organization_name: v.pipe(v.string(), v.maxLength(LIMITS.line)) }),
  reply: null,
  errors: [404, 409],
})

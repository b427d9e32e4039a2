import { eraseOrganizationData, exportOrganization, type OrganizationExport } from '../contract/privacy.ts'
import { call, write } from './client.ts'
import { ApiError } from './errors.ts'

/** The statuses with which an API responds if it does not support a call. */
const MISSING = [404, 405, 501]

/** Returns whether the API can export and erase an organization's data. */
export async function fetchDataRights(organizationId: string, signal?: AbortSignal): Promise<boolean> {
  try {
    await write({ ...exportOrganization, method: 'HEAD', reply: null }, { organizationId, signal })
    return true
  } catch (error) {
    if (error instanceof ApiError && MISSING.includes(error.status)) return false
    throw error
  }
}

export function fetchExport(organizationId: string): Promise<OrganizationExport> {
  return call(exportOrganization, { organizationId })
}

/** Erases the organization's data. The organization's name confirms the erasure. */
export async function postErasure(organizationId: string, organization_name: string): Promise<void> {
  await write(eraseOrganizationData, { organizationId, body: { organization_name } })
}

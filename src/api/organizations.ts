import {
  getOrganization,
  getSetupStatus,
  type Organization,
  type SetupStatus,
} from '../contract/organizations.ts'
import { call } from './client.ts'

/** Returns the organization with its plan and trial. */
export function fetchOrganization(organizationId: string, signal?: AbortSignal): Promise<Organization> {
  return call(getOrganization, { organizationId, signal })
}

/** Returns the completed setup steps. */
export function fetchSetupStatus(organizationId: string, signal?: AbortSignal): Promise<SetupStatus> {
  return call(getSetupStatus, { organizationId, signal })
}

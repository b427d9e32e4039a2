import type { Endpoint } from './endpoint.ts'
import * as integrations from './integrations.ts'
import * as knowledge from './knowledge.ts'
import * as leads from './leads.ts'
import * as onboarding from './onboarding.ts'
import * as organizations from './organizations.ts'
import * as profile from './profile.ts'
import * as widget from './widget.ts'

const resources = [organizations, profile, onboarding, leads, knowledge, integrations, widget]

/** Every endpoint of the contract: what is mounted, documented and tried in tests. The stream stands apart. */
export const ENDPOINTS: readonly Endpoint[] = resources
  .flatMap((resource) => Object.values<unknown>(resource))
  .filter(isEndpoint)

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'access' in value && 'reply' in value
}

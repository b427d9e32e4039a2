import type { Session } from '../../stores/session.ts'

/** Section 2, Dashboard: what stands on it before any data of an organization is asked for. */
export type DashboardState = 'loading' | 'no-organization' | 'setup-required' | 'ready'

export function dashboardState({ status, organization, organizationsEnabled }: Session): DashboardState {
  if (status !== 'signed-in') return 'loading'
  if (!organizationsEnabled) return 'setup-required'
  return organization ? 'ready' : 'no-organization'
}

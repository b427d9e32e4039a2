import { disconnect as disconnectCalendar } from '../calendars/connections.ts'
import { connectionsOf } from '../calendars/services.ts'
import { disconnect as disconnectHubspot } from '../hubspot/connection.ts'
import type { Deps } from '../kernel/deps.ts'

/**
 * Disconnects an organization from HubSpot and its calendar services: once its data is erased, nobody can end the
 * access that they granted. Must be called before the transaction that erases the data.
 */
export async function endConnections(deps: Deps, organizationId: string): Promise<void> {
  const calendars = await connectionsOf(deps.db, organizationId)
  await Promise.all([
    disconnectHubspot(deps, organizationId),
    ...calendars.map(({ service }) => disconnectCalendar(deps, organizationId, service)),
  ])
}

import { organizationsWithConnections, refreshConnections } from '../../server/calendars/connections.ts'
import { organizationsWithSources, refreshSources } from '../../server/calendars/sources.ts'
import type { Deps } from '../../server/kernel/deps.ts'

/** Reads all calendars that were last requested before now, of all organizations at the same time. */
export async function readCalendars(deps: Deps): Promise<void> {
  const before = deps.clock()
  const sources = await organizationsWithSources(deps, before)
  const connections = await organizationsWithConnections(deps, before)
  await Promise.all([
    ...sources.map(({ organization_id: organizationId }) => refreshSources(deps, { organizationId, before })),
    ...connections.map(({ organization_id: organizationId }) =>
      refreshConnections(deps, { organizationId, before }),
    ),
  ])
}

import {
  connectHubspot,
  deleteHubspot,
  getHubspotAuth,
  getIntegrationStatus,
  HUBSPOT_CALLBACK_PATH,
  HUBSPOT_RESULT_PARAM,
} from '../../src/contract/integrations.ts'
import { endedConnections, unreadableCalendars } from '../connections/ended.ts'
import { beginConnecting, finishConnecting, mountCallback, type Provider } from '../connections/oauth-flow.ts'
import { type Api, mount } from '../http/mount.ts'
import { SCOPES } from '../hubspot/config.ts'
import { connect, disconnect, HUBSPOT, hubspotSetup } from '../hubspot/connection.ts'

const JOBBER = 'jobber'

/** Mounts the endpoints for the status of integrations, and for connecting and disconnecting HubSpot (section 7). */
export function mountIntegrations(api: Api): void {
  const { db, config } = api.deps

  mount(api, getIntegrationStatus, async ({ organizationId }) => {
    const rows = await db
      .selectFrom('integration_connections')
      .leftJoin('hubspot_connections', (join) =>
        join
          .onRef('hubspot_connections.organization_id', '=', 'integration_connections.organization_id')
          .onRef('hubspot_connections.provider', '=', 'integration_connections.provider'),
      )
      .select(['integration_connections.provider', 'account', 'state'])
      .where('integration_connections.organization_id', '=', organizationId)
      .execute()
    const providers = rows.map(({ provider }) => provider)
    return {
      has_integrations: providers.length > 0,
      hubspot_connected: providers.includes(HUBSPOT),
      jobber_connected: providers.includes(JOBBER),
      total_integrations: providers.length,
      organization_id: organizationId,
      hubspot_account: rows.find(({ provider }) => provider === HUBSPOT)?.account ?? null,
      hubspot_is_set_up: hubspotSetup(api.deps) !== null,
      hubspot_needs_reconnect: rows.some(({ state }) => state === 'revoked'),
      needs_reconnect: await endedConnections(db, organizationId),
      unreadable_calendars: await unreadableCalendars(db, organizationId),
    }
  })

  const hubspot: Provider = {
    id: HUBSPOT,
    name: 'HubSpot',
    callbackPath: HUBSPOT_CALLBACK_PATH,
    resultParam: HUBSPOT_RESULT_PARAM,
    app: () => hubspotSetup(api.deps)?.app ?? null,
    parameters: () => ({ client_id: config.hubspot?.clientId ?? '', scope: SCOPES.join(' ') }),
    connect: (organizationId, granted) => connect(api.deps, organizationId, granted),
  }
  mount(api, getHubspotAuth, async ({ query, ...member }) => ({
    auth_url: await beginConnecting(api, hubspot, member, query),
  }))
  mountCallback(api, hubspot)
  mount(api, connectHubspot, async ({ body, ...member }) => ({
    result: await finishConnecting(api, hubspot, member, body),
  }))

  mount(api, deleteHubspot, ({ organizationId }) => disconnect(api.deps, organizationId))
}

import { join } from 'node:path'
import type { Config } from '../../server/config.ts'
import { HUBSPOT_WEBHOOK_PATH } from '../../server/hubspot/webhook.ts'
import { HUBSPOT_CALLBACK_PATH } from '../../src/contract/integrations.ts'
import { createHubSpot, type HubSpot, LOCAL_APP } from './hubspot.ts'

/** Where a companion serves the stand-in, on the API's port: the client's `basePath`, and `/oauth/authorize` below it. */
export const HUBSPOT_BASE = '/__local/hubspot'

/** The app at a stand-in with this URL. */
export const hubspotAt = (url: string): NonNullable<Config['hubspot']> => ({
  clientId: LOCAL_APP.clientId,
  clientSecret: LOCAL_APP.clientSecret,
  apiUrl: url,
  appUrl: url,
  consentUrl: `${url}/oauth/authorize`,
})

/** The configuration with the stand-in, unless it names an app at HubSpot. */
export const withHubspot = (config: Config): Config => ({
  ...config,
  hubspot: config.hubspot ?? hubspotAt(config.origins.api + HUBSPOT_BASE),
})

/** The stand-in of a companion. It keeps its records and tokens beside an embedded database, else in memory. */
export const hubspotOf = ({ origins, databaseUrl }: Pick<Config, 'origins' | 'databaseUrl'>): HubSpot =>
  createHubSpot({
    base: HUBSPOT_BASE,
    ...(!databaseUrl.includes('://') && { file: join(databaseUrl, '.hubspot') }),
    app: { redirectUris: [origins.api + HUBSPOT_CALLBACK_PATH] },
    webhooks: { targetUrl: origins.api + HUBSPOT_WEBHOOK_PATH },
  })

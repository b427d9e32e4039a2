import { join } from 'node:path'
import { HUBSPOT_WEBHOOK_PATH } from '../../server/hubspot/webhook.ts'
import type { Config } from '../../server/kernel/config.ts'
import { HUBSPOT_CALLBACK_PATH } from '../../src/contract/integrations.ts'
import { createHubSpot, type HubSpot, LOCAL_APP } from './hubspot.ts'

/** The path of the stand-in on the server's API port: the client's `basePath`, with `/oauth/authorize` below it. */
export const HUBSPOT_BASE = '/__local/hubspot'

/** Returns the app's settings for a stand-in at this URL. */
export const hubspotAt = (url: string): NonNullable<Config['hubspot']> => ({
  clientId: LOCAL_APP.clientId,
  clientSecret: LOCAL_APP.clientSecret,
  apiUrl: url,
  appUrl: url,
  consentUrl: `${url}/oauth/authorize`,
})

/** Adds the stand-in to the configuration, unless it sets up an app at HubSpot. */
export const withHubspot = (config: Config): Config => ({
  ...config,
  hubspot: config.hubspot ?? hubspotAt(config.origins.api + HUBSPOT_BASE),
})

/**
 * Creates the stand-in of a server. It stores its records and tokens next to an embedded database, otherwise in
 * memory.
 */
export const hubspotOf = ({ origins, databaseUrl }: Pick<Config, 'origins' | 'databaseUrl'>): HubSpot =>
  createHubSpot({
    base: HUBSPOT_BASE,
    ...(!databaseUrl.includes('://') && { file: join(databaseUrl, '.hubspot') }),
    app: { redirectUris: [origins.api + HUBSPOT_CALLBACK_PATH] },
    webhooks: { targetUrl: origins.api + HUBSPOT_WEBHOOK_PATH },
  })

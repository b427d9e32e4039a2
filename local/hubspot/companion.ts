import { join } from 'node:path'
import type { Config } from '../../server/config.ts'
import { HUBSPOT_CALLBACK_PATH } from '../../src/contract/integrations.ts'
import { createHubSpot, type HubSpot } from './hubspot.ts'

/** Where a companion serves the stand-in, on the API's port: the client's `basePath`, and `/oauth/authorize` below it. */
export const HUBSPOT_BASE = '/__local/hubspot'

/** Where a companion receives HubSpot's webhooks. */
export const HUBSPOT_WEBHOOK_PATH = '/api/v1/integrations/hubspot/webhooks'

/** The stand-in of a companion. It keeps its records and tokens beside an embedded database, else in memory. */
export const hubspotOf = ({ origins, databaseUrl }: Pick<Config, 'origins' | 'databaseUrl'>): HubSpot =>
  createHubSpot({
    base: HUBSPOT_BASE,
    ...(!databaseUrl.includes('://') && { file: join(databaseUrl, '.hubspot') }),
    app: { redirectUris: [origins.api + HUBSPOT_CALLBACK_PATH] },
    webhooks: { targetUrl: origins.api + HUBSPOT_WEBHOOK_PATH },
  })

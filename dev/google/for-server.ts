import { join } from 'node:path'
import type { GoogleConfig } from '../../server/google/config.ts'
import type { Config } from '../../server/kernel/config.ts'
import { GOOGLE_CALLBACK_PATH } from '../../src/contract/google-calendar.ts'
import { createGoogle, type Google, LOCAL_APP } from './google.ts'

/** The path of the stand-in on the server's API port. */
export const GOOGLE_BASE = '/__local/google'

/** Returns the app's settings for a stand-in at this URL. */
export const googleAt = (url: string): GoogleConfig => ({
  clientId: LOCAL_APP.clientId,
  clientSecret: LOCAL_APP.clientSecret,
  apiUrl: url,
  consentUrl: `${url}/o/oauth2/v2/auth`,
  tokenUrl: `${url}/token`,
  revokeUrl: `${url}/revoke`,
})

/** Adds the stand-in to the configuration, unless it sets up an app at Google. */
export const withGoogle = (config: Config): Config => ({
  ...config,
  google: config.google ?? googleAt(config.origins.api + GOOGLE_BASE),
})

/**
 * Creates the stand-in of a server. It stores its events and tokens next to an embedded database, otherwise in
 * memory.
 */
export const googleOf = ({ origins, databaseUrl }: Pick<Config, 'origins' | 'databaseUrl'>): Google =>
  createGoogle({
    base: GOOGLE_BASE,
    ...(!databaseUrl.includes('://') && { file: join(databaseUrl, '.google') }),
    app: { redirectUris: [origins.api + GOOGLE_CALLBACK_PATH] },
  })

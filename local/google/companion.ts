import { join } from 'node:path'
import type { Config } from '../../server/config.ts'
import type { GoogleConfig } from '../../server/google/config.ts'
import { GOOGLE_CALLBACK_PATH } from '../../src/contract/google-calendar.ts'
import { createGoogle, type Google, LOCAL_APP } from './google.ts'

/** Where a companion serves the stand-in, on the API's port. */
export const GOOGLE_BASE = '/__local/google'

/** The app at a stand-in with this URL. */
export const googleAt = (url: string): GoogleConfig => ({
  clientId: LOCAL_APP.clientId,
  clientSecret: LOCAL_APP.clientSecret,
  apiUrl: url,
  consentUrl: `${url}/o/oauth2/v2/auth`,
  tokenUrl: `${url}/token`,
  revokeUrl: `${url}/revoke`,
})

/** The configuration with the stand-in, unless it names an app at Google. */
export const withGoogle = (config: Config): Config => ({
  ...config,
  google: config.google ?? googleAt(config.origins.api + GOOGLE_BASE),
})

/** The stand-in of a companion. It keeps its events and tokens beside an embedded database, else in memory. */
export const googleOf = ({ origins, databaseUrl }: Pick<Config, 'origins' | 'databaseUrl'>): Google =>
  createGoogle({
    base: GOOGLE_BASE,
    ...(!databaseUrl.includes('://') && { file: join(databaseUrl, '.google') }),
    app: { redirectUris: [origins.api + GOOGLE_CALLBACK_PATH] },
  })

import { LOCAL_PUBLISHABLE_KEY } from '../../server/app/config.ts'
import type { Config } from '../../server/kernel/config.ts'

/** The path of the local identity on the console's origin. */
const LOCAL_PROXY = '/__clerk'

/** The local map service accepts any public token. */
const LOCAL_MAPS_TOKEN = 'pk.local'

/** The local support chat accepts any website token. */
const LOCAL_CHAT_TOKEN = 'local'

/**
 * Returns `env` with the PUBLIC_ variables for a console that uses the server of `config`. Variables that are set
 * keep their values. Your own map service or support chat, or its token, replaces the local one. With your own Clerk
 * key, the server mounts none of its stand-ins.
 */
export function withLocalConsole(env: NodeJS.ProcessEnv, config: Config): NodeJS.ProcessEnv {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const { api, widget } = config.origins
  const own = { PUBLIC_API_URL: api, PUBLIC_WIDGET_URL: widget }
  if (!config.isLocal) return { ...own, ...set }
  return {
    ...own,
    ...(set.PUBLIC_MAPS_URL || set.PUBLIC_MAPBOX_TOKEN
      ? {}
      : { PUBLIC_MAPS_URL: `${api}/maps`, PUBLIC_MAPBOX_TOKEN: LOCAL_MAPS_TOKEN }),
    ...(set.PUBLIC_SUPPORT_CHAT_URL || set.PUBLIC_SUPPORT_CHAT_TOKEN
      ? {}
      : { PUBLIC_SUPPORT_CHAT_URL: `${api}/support-chat`, PUBLIC_SUPPORT_CHAT_TOKEN: LOCAL_CHAT_TOKEN }),
    PUBLIC_CLERK_PUBLISHABLE_KEY: LOCAL_PUBLISHABLE_KEY,
    PUBLIC_CLERK_PROXY_URL: LOCAL_PROXY,
    ...set,
  }
}

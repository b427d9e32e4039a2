import { type Config, LOCAL_PUBLISHABLE_KEY } from '../../server/config.ts'

/** Where the console and the identity meet: a path of the console's own origin. */
const LOCAL_PROXY = '/__clerk'

/** The companion's map service takes any public token. */
const LOCAL_MAPS_TOKEN = 'pk.local'

/** The companion's support chat takes any website token. */
const LOCAL_CHAT_TOKEN = 'local'

/**
 * `env` with the PUBLIC_ variables of a console that talks to the companion described by `config`.
 * What is set already stays; with a Clerk key of one's own there is no local proxy, and with a map service or
 * a support chat of one's own, or its token, not the local one.
 */
export function withLocalConsole(env: NodeJS.ProcessEnv, config: Config): NodeJS.ProcessEnv {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  return {
    PUBLIC_API_URL: config.origins.api,
    PUBLIC_WIDGET_URL: config.origins.widget,
    ...(set.PUBLIC_MAPS_URL || set.PUBLIC_MAPBOX_TOKEN
      ? {}
      : { PUBLIC_MAPS_URL: `${config.origins.api}/maps`, PUBLIC_MAPBOX_TOKEN: LOCAL_MAPS_TOKEN }),
    ...(set.PUBLIC_SUPPORT_CHAT_URL || set.PUBLIC_SUPPORT_CHAT_TOKEN
      ? {}
      : {
          PUBLIC_SUPPORT_CHAT_URL: `${config.origins.api}/support-chat`,
          PUBLIC_SUPPORT_CHAT_TOKEN: LOCAL_CHAT_TOKEN,
        }),
    ...(set.PUBLIC_CLERK_PUBLISHABLE_KEY
      ? {}
      : { PUBLIC_CLERK_PUBLISHABLE_KEY: LOCAL_PUBLISHABLE_KEY, PUBLIC_CLERK_PROXY_URL: LOCAL_PROXY }),
    ...set,
  }
}

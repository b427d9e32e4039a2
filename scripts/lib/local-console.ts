import { type Config, LOCAL_PUBLISHABLE_KEY } from '../../server/config.ts'

/** Where the console and the identity meet: a path of the console's own origin. */
const LOCAL_PROXY = '/__clerk'

/**
 * `env` with the PUBLIC_ variables of a console that talks to the companion described by `config`.
 * What is set already stays; with a Clerk key of one's own there is no local proxy.
 */
export function withLocalConsole(env: NodeJS.ProcessEnv, config: Config): NodeJS.ProcessEnv {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  return {
    PUBLIC_API_URL: config.origins.api,
    PUBLIC_WIDGET_URL: config.origins.widget,
    PUBLIC_MAPS_URL: `${config.origins.api}/maps`,
    ...(set.PUBLIC_CLERK_PUBLISHABLE_KEY
      ? {}
      : { PUBLIC_CLERK_PUBLISHABLE_KEY: LOCAL_PUBLISHABLE_KEY, PUBLIC_CLERK_PROXY_URL: LOCAL_PROXY }),
    ...set,
  }
}

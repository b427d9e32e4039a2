import type { Config } from '../../server/kernel/config.ts'

/** The path of the stand-in on the server's API port. */
export const MAPS_BASE = '/maps'

/** Adds the stand-in to the configuration, which accepts any public token, unless it sets up a map service. */
export const withMaps = (config: Config): Config => ({
  ...config,
  maps: config.maps ?? { url: config.origins.api + MAPS_BASE, token: 'pk.local' },
})

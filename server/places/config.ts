import { type Read, readUrl } from '../base/environment.ts'
import { StartupError } from '../base/errors.ts'
import { MAPBOX_URL, type MapsConfig } from './address-search.ts'

declare module '../kernel/config.ts' {
  interface Config {
    /** The map service that completes visitors' addresses; null if there is none. */
    maps?: MapsConfig | null
  }
}

/** Reads the map service that completes visitors' addresses. */
export function readMaps(read: Read): MapsConfig | null {
  const token = read('MAPBOX_TOKEN')
  const url = read('MAPS_URL')
  if (!token && url) throw new StartupError('MAPS_URL belongs to MAPBOX_TOKEN: set the token, too.')
  return token ? { url: readUrl('MAPS_URL', url ?? MAPBOX_URL).href.replace(/\/+$/, ''), token } : null
}

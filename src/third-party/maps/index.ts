import type { AddressSearch } from '../../domain/address.ts'
import { config } from '../../platform/config.ts'
import { createAddressSearch } from './address-search.ts'

let shared: AddressSearch | null = null

/** The console's one address search; null when no token is set (`PUBLIC_MAPBOX_TOKEN`). For the browser. */
export function addressSearch(): AddressSearch | null {
  if (config.mapboxToken === null) return null
  shared ??= createAddressSearch({ baseUrl: config.mapsUrl ?? '', token: config.mapboxToken, page: window })
  return shared
}

import type { AddressSearch } from '../../domain/common/address.ts'
import { config } from '../../platform/config.ts'
import { createAddressSearch } from './address-search.ts'

let shared: AddressSearch | null = null

/** Returns the console's address search, or null if there is no token (`PUBLIC_MAPBOX_TOKEN`). Browser only. */
export function addressSearch(): AddressSearch | null {
  if (config.mapboxToken === null) return null
  shared ??= createAddressSearch({ baseUrl: config.mapsUrl ?? '', token: config.mapboxToken, page: window })
  return shared
}

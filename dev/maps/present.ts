import { type Address, mapboxId } from './addresses.ts'
import type { Match } from './search.ts'

const COUNTRY = 'United States'
export const ATTRIBUTION = 'Fictional addresses for local use. Not for navigation.'

const lineOf = (address: Address) => `${address.number} ${address.street}`
const placeOf = (address: Address) => `${address.city}, ${address.stateName} ${address.zip}, ${COUNTRY}`
const fullOf = (address: Address) => `${lineOf(address)}, ${placeOf(address)}`
const pointOf = (address: Address) => ({ type: 'Point', coordinates: [address.longitude, address.latitude] })

const placeId = (...names: string[]) => mapboxId('mbxplc', names.join(', '))

function searchBoxContext(address: Address) {
  return {
    country: {
      id: placeId(COUNTRY),
      name: COUNTRY,
      country_code: 'US',
      country_code_alpha_3: 'USA',
    },
    region: {
      id: placeId(address.stateName, COUNTRY),
      name: address.stateName,
      region_code: address.state,
      region_code_full: `US-${address.state}`,
    },
    postcode: { id: placeId(address.zip), name: address.zip },
    place: { id: placeId(address.city, address.stateName), name: address.city },
    address: {
      id: address.id,
      name: lineOf(address),
      address_number: address.number,
      street_name: address.street,
    },
    street: { id: placeId(address.street, address.city), name: address.street },
  }
}

/** Formats a suggestion like the Search Box API: everything except the coordinates. */
export function searchBoxSuggestion(address: Address) {
  return {
    name: lineOf(address),
    mapbox_id: address.id,
    feature_type: 'address',
    address: lineOf(address),
    full_address: fullOf(address),
    place_formatted: placeOf(address),
    context: searchBoxContext(address),
    language: 'en',
    maki: 'marker',
    metadata: {},
  }
}

/** Formats a GeoJSON feature like the Search Box API. */
export function searchBoxFeature(address: Address) {
  return {
    type: 'Feature',
    geometry: pointOf(address),
    properties: {
      ...searchBoxSuggestion(address),
      coordinates: {
        latitude: address.latitude,
        longitude: address.longitude,
        accuracy: 'rooftop',
        routable_points: [{ name: 'default', latitude: address.latitude, longitude: address.longitude }],
      },
    },
  }
}

function autofillProperties({ address, code }: Match) {
  const entry = (kind: string, id: string, text: string) => ({ id: `${kind}.${id}`, mapbox_id: id, text })
  return {
    accuracy: 'rooftop',
    feature_name: lineOf(address),
    matching_name: lineOf(address),
    description: placeOf(address),
    mapbox_id: address.id,
    maki: 'marker',
    language: 'en',
    address: lineOf(address),
    full_address: fullOf(address),
    address_line1: lineOf(address),
    address_line2: '',
    address_line3: '',
    address_level1: address.state,
    address_level2: address.city,
    address_level3: '',
    country: COUNTRY,
    country_code: 'us',
    postcode: address.zip,
    metadata: { iso_3166_1: 'us' },
    place_name: fullOf(address),
    place_type: ['address'],
    match_code: code,
    context: [
      entry('postcode', placeId(address.zip), address.zip),
      entry('place', placeId(address.city, address.stateName), address.city),
      entry('region', placeId(address.stateName, COUNTRY), address.stateName),
      entry('country', placeId(COUNTRY), COUNTRY),
    ],
  }
}

/** Formats a GeoJSON feature like the Address Autofill API, which also returns it as the result of a validation. */
export function autofillFeature(match: Match) {
  return {
    type: 'Feature',
    geometry: pointOf(match.address),
    properties: autofillProperties(match),
  }
}

export function featureCollection<Feature>(features: Feature[]) {
  return { type: 'FeatureCollection', features, attribution: ATTRIBUTION }
}

import { createHash } from 'node:crypto'
import { CITIES, type City, STATES, STREETS } from './gazetteer.ts'

/** One address in the sample gazetteer. */
export interface Address {
  /** In the format of the provider's IDs: base64url of a URN. */
  id: string
  number: string
  street: string
  city: string
  /** Two-letter code. */
  state: string
  stateName: string
  zip: string
  latitude: number
  longitude: number
}

const PER_CITY = 10
/** Degrees of latitude within which addresses spread around a center: about 4 km. */
const SPREAD = 0.036

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** Returns an ID in the provider's format for a feature of this type and name. */
export function mapboxId(kind: 'mbxadr' | 'mbxplc', name: string): string {
  const hex = digest(`${kind}:${name}`).toString('hex')
  const uuid = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)]
  return Buffer.from(`urn:${kind}:${uuid.join('-')}`).toString('base64url')
}

function addressIn([city, state, zip, latitude, longitude]: City, cityIndex: number, index: number): Address {
  const dealt = 2 + ((cityIndex * 7 + index * 5) % (STREETS.length - 2))
  const street = STREETS[index < 2 ? index : dealt] ?? 'Main Street'
  const bytes = digest(`${city}, ${state}: ${index}`)
  const number = String(100 + (bytes.readUInt16BE(0) % 4800))
  const north = bytes.readUInt16BE(2) / 65_535 - 0.5
  const east = bytes.readUInt16BE(4) / 65_535 - 0.5
  return {
    id: mapboxId('mbxadr', `${number} ${street}, ${city}, ${state}`),
    number,
    street,
    city,
    state,
    stateName: STATES[state] ?? state,
    zip,
    latitude: Number((latitude + north * SPREAD).toFixed(6)),
    longitude: Number((longitude + (east * SPREAD) / Math.cos((latitude * Math.PI) / 180)).toFixed(6)),
  }
}

const DEMO_ADDRESS: Address = {
  id: mapboxId('mbxadr', '480 Maplewood Lane, Columbus, OH'),
  number: '480',
  street: 'Maplewood Lane',
  city: 'Columbus',
  state: 'OH',
  stateName: 'Ohio',
  zip: '43215',
  latitude: 39.9652,
  longitude: -83.0034,
}

/** 471 fictional addresses in 47 US cities, the same on every run. */
export const ADDRESSES: readonly Address[] = [
  ...CITIES.flatMap((city, cityIndex) =>
    Array.from({ length: PER_CITY }, (_, index) => addressIn(city, cityIndex, index)),
  ),
  DEMO_ADDRESS,
]

const byId = new Map(ADDRESSES.map((address) => [address.id, address]))

export function addressById(id: string): Address | undefined {
  return byId.get(id)
}

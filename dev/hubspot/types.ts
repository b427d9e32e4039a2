import type { AccessTokenInfoResponse, TokenResponseIF } from '@hubspot/api-client/lib/codegen/oauth'

type Snake<S extends string> = S extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : S

/** A model of the client with the field names that its serializer produces. */
type OnTheWire<T> = { [K in keyof T as K extends string ? Snake<K> : never]: T[K] }

export type TokenAnswer = OnTheWire<TokenResponseIF>
export type AccessTokenInfo = OnTheWire<AccessTokenInfoResponse>

export const OBJECT_TYPES = ['contacts', 'deals', 'notes', 'meetings'] as const
export type ObjectType = (typeof OBJECT_TYPES)[number]

/** HubSpot's ID and singular name for each type. */
export const TYPE_NAMES: Record<ObjectType, { id: string; singular: string }> = {
  contacts: { id: '0-1', singular: 'contact' },
  deals: { id: '0-3', singular: 'deal' },
  notes: { id: '0-46', singular: 'note' },
  meetings: { id: '0-47', singular: 'meeting' },
}

/** Returns the type for any of the names that HubSpot accepts: `contacts`, `contact`, or `0-1`. */
export function objectType(name: string): ObjectType | undefined {
  const wanted = name.toLowerCase()
  return OBJECT_TYPES.find(
    (type) => type === wanted || TYPE_NAMES[type].singular === wanted || TYPE_NAMES[type].id === wanted,
  )
}

/** The author of a change: the app or a user in HubSpot. Webhooks distinguish them. */
export interface Author {
  source: 'INTEGRATION' | 'CRM_UI'
  /** The app's ID, or `userId:` followed by the user's ID. */
  sourceId: string
}

/** A HubSpot account ("portal"). */
export interface AccountOptions {
  portalId: number
  name: string
  domain: string
  user: { id: number; email: string; firstName: string; lastName: string }
}

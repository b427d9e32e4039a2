import type { Generated, JSONColumnType } from 'kysely'
import type { FieldMap, SharedField } from '../../src/contract/hubspot.ts'
import type { NullableTimestamp, Timestamp } from './timestamp.ts'

export interface HubspotConnectionsTable {
  organization_id: string
  provider: Generated<string>
  portal_id: string
  /** Access and refresh token, sealed (server/base/secrets.ts). */
  tokens: string
  /** Increases with each new pair of tokens. */
  token_version: Generated<number>
  /** When the access token expires. */
  expires_at: Timestamp
  /** When one server's claim to refresh the tokens ends. */
  refreshing_until: NullableTimestamp
  /** `revoked` if HubSpot no longer accepts the tokens. */
  state: Generated<'active' | 'revoked'>
  /** Why transfers are currently stopped. */
  reason: string | null
  field_map: JSONColumnType<FieldMap>
  /** HubSpot is not called before this time. */
  paused_until: NullableTimestamp
  /** The number of consecutive failures of HubSpot. */
  failures: Generated<number>
  is_queued: Generated<boolean>
  /** When every existing lead had a link. */
  enrolled_at: NullableTimestamp
  /** When all of those leads were transferred. */
  imported_at: NullableTimestamp
}

/** A HubSpot object that belongs to a contact. A null id means that the request to create it got no response. */
export interface Extra {
  id: string | null
  /** SHA-256 of the written content, hex. */
  hash: string
}
export interface Extras {
  note?: Extra
  deal?: Extra
  meeting?: Extra
}

/** The HubSpot side of a lead. */
export interface HubspotLinksTable {
  lead_id: string
  organization_id: string
  portal_id: string
  contact_id: string | null
  /** The values on which both sides last agreed, by field. */
  agreed: JSONColumnType<Partial<Record<SharedField, string>>> | null
  /** An email address of the lead that belongs to another contact. */
  withheld_email: string | null
  extras: JSONColumnType<Extras, Extras | string | undefined, Extras | string>
  /** Increases with each change on either side. */
  version: Generated<number>
  /** The version that was last transferred, or rejected by HubSpot. */
  done_version: Generated<number>
  /** When the rest is transferred. */
  not_before: NullableTimestamp
  tried_at: NullableTimestamp
  /** Why HubSpot rejected the last version. */
  error: string | null
  /** Whether the contact was deleted in HubSpot. */
  is_gone: Generated<boolean>
  synced_at: NullableTimestamp
}

export interface HubspotTransfersTable {
  id: string
  position: Generated<number>
  organization_id: string
  lead_id: string | null
  at: Timestamp
  direction: 'out' | 'in'
  kind: string
  status: 'done' | 'failed' | 'retried'
  detail: string | null
}

import type { Generated, JSONColumnType } from 'kysely'
import type { FieldMap } from '../../src/contract/hubspot.ts'
import type { Agreed } from '../hubspot/fields.ts'
import type { NullableTimestamp, Timestamp } from './timestamp.ts'

export interface HubspotConnectionsTable {
  organization_id: string
  provider: Generated<string>
  portal_id: string
  /** Access and refresh token, sealed (server/secrets.ts). */
  tokens: string
  /** Rises with each new pair of tokens. */
  token_version: Generated<number>
  /** When the access token expires. */
  expires_at: Timestamp
  /** Until when one companion refreshes the tokens. */
  refreshing_until: NullableTimestamp
  /** `revoked` if HubSpot no longer accepts the tokens. */
  state: Generated<'active' | 'revoked'>
  /** Why nothing is transferred at the moment. */
  reason: string | null
  field_map: JSONColumnType<FieldMap>
  /** HubSpot is not called before. */
  paused_until: NullableTimestamp
  /** Failures of HubSpot in a row. */
  failures: Generated<number>
  /** Whether a job waits. */
  is_queued: Generated<boolean>
  /** When each existing lead had a link. */
  enrolled_at: NullableTimestamp
  /** When all of those were transferred. */
  imported_at: NullableTimestamp
}

/** An object of HubSpot that belongs to a contact. Without an id, a request to create it has not been answered. */
export interface Extra {
  id: string | null
  /** SHA-256 of what was written, hex. */
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
  /** What both sides last had, by field. */
  agreed: JSONColumnType<Agreed> | null
  /** An email address of the lead that belongs to another contact. */
  withheld_email: string | null
  extras: JSONColumnType<Extras, Extras | string | undefined, Extras | string>
  /** Rises with each change on either side. */
  version: Generated<number>
  /** The version that was last transferred, or refused by HubSpot. */
  done_version: Generated<number>
  /** The rest is transferred then. */
  not_before: NullableTimestamp
  tried_at: NullableTimestamp
  /** Why HubSpot refused the last version. */
  error: string | null
  /** The contact was deleted at HubSpot. */
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

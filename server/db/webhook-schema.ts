import type { Generated, JSONColumnType } from 'kysely'
import type { Scope } from '../../src/contract/scopes.ts'
import type { NullableTimestamp, Timestamp } from './timestamp.ts'

/** A webhook endpoint. */
export interface WebhookEndpointsTable {
  id: string
  organization_id: string
  url: string
  events: JSONColumnType<string[]>
  /** `whsec_` followed by the key in base64, sealed (server/webhooks/secret.ts). */
  secret: string
  /** The secret before the last rotation, which still signs until `old_secret_until`. */
  old_secret: string | null
  old_secret_until: NullableTimestamp
  paused_at: NullableTimestamp
  disabled_at: NullableTimestamp
  disabled_reason: string | null
  failing_since: NullableTimestamp
  last_failed_at: NullableTimestamp
  delivered_at: NullableTimestamp
  created_at: Timestamp
  /** The user; null if unknown. */
  created_by: string | null
}

/** An event that is not yet distributed to the endpoints. */
export interface WebhookEventsTable {
  position: Generated<string>
  organization_id: string
  type: string
  lead_id: string | null
  conversation_id: string | null
  /** Details that are not in the row of the lead or the conversation. */
  data: JSONColumnType<WebhookEventData>
  /** The transaction that caused it. */
  caused_in: string
}

export interface WebhookEventData {
  /** The changed fields of a lead. */
  changed?: string[]
  /** The start of a call before and after the change, in UTC without a zone. */
  start_time?: string | null
  previous_start_time?: string | null
}

export type DeliveryStatus = 'waiting' | 'held' | 'delivered' | 'failed'

/** An event and the endpoint that receives it; the last columns describe the last attempt. */
export interface WebhookDeliveriesTable {
  id: string
  /** The order of creation. */
  position: Generated<string>
  organization_id: string
  endpoint_id: string
  lead_id: string | null
  conversation_id: string | null
  type: string
  body: string
  status: DeliveryStatus
  attempts: Generated<number>
  created_at: Timestamp
  attempted_at: NullableTimestamp
  duration_ms: number | null
  response_status: number | null
  response_body: string | null
  error: string | null
}

export interface ApiKeysTable {
  id: string
  organization_id: string
  name: string
  /** SHA-256 of the token, hex. */
  hash: string
  /** The last characters of the token. */
  hint: string
  scopes: JSONColumnType<Scope[]>
  created_by: string
  created_at: Timestamp
  expires_at: NullableTimestamp
  last_used_at: NullableTimestamp
  revoked_at: NullableTimestamp
}

import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { ConnectionSettings } from '../calendars/choice.ts'
import type { NullableTimestamp, Timestamp } from './timestamp.ts'

export interface CalendarFeedsTable {
  organization_id: string
  /** Who knows it can read the calls. */
  token: string
  created_at: Timestamp
}

/** A calendar whose appointments keep calls away. */
export interface CalendarSourcesTable {
  id: string
  organization_id: string
  /** Its address, which grants access; see server/secrets.ts. */
  sealed_address: string
  /** The host of the address, which identifies it to people. */
  host: string
  added_at: Timestamp
  /** When it was last requested, and last read; `error` says why the last request failed. */
  checked_at: NullableTimestamp
  read_at: NullableTimestamp
  error: string | null
  etag: string | null
  /** Its appointments up to `known_until`: pairs of milliseconds since 1970, in order, without overlaps. */
  busy: ColumnType<[from: number, to: number][], string | undefined, string>
  known_until: NullableTimestamp
  /** The time zone in which it was read. */
  known_in: string | null
}

export type CalendarServiceName = 'calcom' | 'google'

/** A service in which an organization's estimate calls are booked. */
export interface CalendarConnectionsTable {
  organization_id: string
  service: CalendarServiceName
  /** Who is connected, for people. */
  account: string | null
  /** What grants access, sealed (server/secrets.ts). */
  sealed: string
  /** What the owner has chosen there: see server/calendars/choice.ts. */
  settings: JSONColumnType<ConnectionSettings, string, string>
  /** `revoked` if the service no longer accepts the connection; `reason` says why. */
  state: Generated<'active' | 'revoked'>
  reason: string | null
  /** When a token expires, how many there were, and until when one companion refreshes it. */
  expires_at: NullableTimestamp
  token_version: Generated<number>
  refreshing_until: NullableTimestamp
  /** Appointments as last read, and the only starts of calls if the service publishes them; milliseconds since 1970. */
  busy: ColumnType<[from: number, to: number][], string | undefined, string>
  starts: ColumnType<number[] | null, string | null | undefined, string | null>
  /** When it was last requested, and last read; `error` says why the last request failed. */
  checked_at: NullableTimestamp
  read_at: NullableTimestamp
  error: string | null
  /** The secret part of the address to which the service reports changes. */
  hook: string | null
  connected_at: Timestamp
}

/** What a service has of an estimate call. Triggers raise `version` with each change of the call (0032). */
export interface CalendarEventsTable {
  booking_id: string
  organization_id: string
  /** Which service has the event; null before the first. */
  service: CalendarServiceName | null
  event_id: string | null
  event_url: string | null
  start: NullableTimestamp
  is_canceled: Generated<boolean>
  /** The start of a request that has not been answered: what the service has is looked up first. */
  asked_start: NullableTimestamp
  version: Generated<number>
  /** The version that the service has, or has refused. */
  done_version: Generated<number>
  /** One companion writes it until then. */
  claimed_until: NullableTimestamp
  /** It is not tried again before. */
  not_before: NullableTimestamp
  tried_at: NullableTimestamp
  attempts: Generated<number>
  /** Since when it cannot be written, and why. */
  failing_since: NullableTimestamp
  error: string | null
  /** When the members were notified. */
  told_at: NullableTimestamp
}

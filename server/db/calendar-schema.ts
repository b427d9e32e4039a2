import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { AppointmentKind } from '../../src/contract/appointments.ts'
import type { NullableTimestamp, Timestamp } from './timestamp.ts'

export interface CalendarFeedsTable {
  organization_id: string
  /** Grants access to the calls. */
  token: string
  created_at: Timestamp
  /** The user who created the token; null if unknown. */
  created_by: string | null
}

/** A calendar whose appointments block calls. */
export interface CalendarSourcesTable {
  id: string
  organization_id: string
  /** Its address, which grants access; sealed (server/base/secrets.ts). */
  sealed_address: string
  /** The host of the address, for display. */
  host: string
  added_at: Timestamp
  /** When it was last requested, and last read successfully; `error` is the reason why the last request failed. */
  checked_at: NullableTimestamp
  read_at: NullableTimestamp
  error: string | null
  /** The earliest time of the next read, because the last one took too much. */
  not_before: NullableTimestamp
  etag: string | null
  /** Its appointments until `known_until`: pairs of milliseconds since 1970, in order, without overlaps. */
  busy: ColumnType<[from: number, to: number][], string | undefined, string>
  known_until: NullableTimestamp
  /** What of it could not be read, in words. Null if everything was. */
  unread: string | null
  /** The time zone that was used to read it. */
  known_in: string | null
}

/** A place in which calls can be booked: an event type or a calendar. */
export interface Choice {
  id: string
  name: string
  /** Additional information for people, such as the length; null if the name is enough. */
  detail: string | null
  /** Whether calls are by phone, so that a booking contains the visitor's number as its location. */
  byPhone?: boolean
}

/** The owner's choices; the services add other data that they need. */
export interface ConnectionSettings {
  choice: Choice
}

export type CalendarServiceName = 'calcom' | 'google'

/** A service in which an organization's estimate calls are booked. */
export interface CalendarConnectionsTable {
  organization_id: string
  service: CalendarServiceName
  /** The connected account, for display. */
  account: string | null
  /** The credentials, sealed (server/base/secrets.ts). */
  sealed: string
  /** The owner's choices for the service. */
  settings: JSONColumnType<ConnectionSettings, string, string>
  /** `revoked` if the service no longer accepts the connection, with the `reason`. */
  state: Generated<'active' | 'revoked'>
  reason: string | null
  /** When the access token expires, the version of the token, and when one server's claim to refresh it ends. */
  expires_at: NullableTimestamp
  token_version: Generated<number>
  refreshing_until: NullableTimestamp
  /**
   * Appointments as last read and, if the service publishes them, the only possible start times of calls; milliseconds
   * since 1970.
   */
  busy: ColumnType<[from: number, to: number][], string | undefined, string>
  starts: ColumnType<number[] | null, string | null | undefined, string | null>
  /** When it was last requested, and last read successfully; `error` is the reason why the last request failed. */
  checked_at: NullableTimestamp
  read_at: NullableTimestamp
  error: string | null
  /** The secret part of the URL to which the service reports changes. */
  hook: string | null
  connected_at: Timestamp
}

/** A calendar service's copy of an estimate call. Triggers increment `version` with each change of the call (0032). */
export interface CalendarEventsTable {
  booking_id: string
  organization_id: string
  /** The service that has the event; null until one has it. */
  service: CalendarServiceName | null
  event_id: string | null
  event_url: string | null
  start: NullableTimestamp
  is_canceled: Generated<boolean>
  /** The start in a request that got no response. The service's copy is looked up before the next request. */
  asked_start: NullableTimestamp
  version: Generated<number>
  /** The version that the service has accepted or rejected. */
  done_version: Generated<number>
  /** When one server's claim to write the event ends. */
  claimed_until: NullableTimestamp
  /** The earliest time of the next attempt. */
  not_before: NullableTimestamp
  tried_at: NullableTimestamp
  attempts: Generated<number>
  /** When writing it began to fail, and why. */
  failing_since: NullableTimestamp
  error: string | null
  /** When the members were notified of the failure. */
  told_at: NullableTimestamp
}

/** A started appointment of a lead that has booked again since. */
export interface PastBookingsTable {
  booking_id: string
  organization_id: string
  lead_id: string
  booking_start_time: Timestamp
  booking_kind: AppointmentKind
  booking_minutes: number
  booking_status: string | null
  booking_calcom_event_id: string | null
  booking_url: string | null
  /** When the lead booked again. */
  replaced_at: Timestamp
}

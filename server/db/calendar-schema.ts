import type { ColumnType } from 'kysely'
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

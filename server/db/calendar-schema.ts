import type { Timestamp } from './timestamp.ts'

export interface CalendarFeedsTable {
  organization_id: string
  /** Who knows it can read the calls. */
  token: string
  created_at: Timestamp
}

import type { ColumnType } from 'kysely'

/** A time: read as a Date, written as a Date or ISO 8601. */
export type Timestamp = ColumnType<Date, Date | string, Date | string>
export type NullableTimestamp = ColumnType<
  Date | null,
  Date | string | null | undefined,
  Date | string | null
>

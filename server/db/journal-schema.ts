import type { ColumnType, Generated } from 'kysely'
import type { NullableTimestamp, Timestamp } from './timestamp.ts'

/** An entry of the journal outside the database (server/journal); triggers insert them. */
export interface JournalEntriesTable {
  id: Generated<string>
  /** By the database's clock. */
  at: ColumnType<Date, Date | undefined, Date>
  kind: string
  organization: string | null
  /** An ID, or a hash of what identifies the subject. */
  subject: string
  /** The start of the salt's hash, if the subject is a hash. */
  salt: string | null
  appended_at: NullableTimestamp
}

export interface JournalSaltTable {
  is_only: Generated<boolean>
  salt: string
}

/** Opt-outs that a restored journal contains, until the address or number turns up. */
export interface OptOutHashesTable {
  kind: 'mail_opt_out' | 'text_opt_out'
  hash: string
  at: Timestamp
}

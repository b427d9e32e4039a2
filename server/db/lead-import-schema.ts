import type { NullableTimestamp, Timestamp } from './timestamp.ts'

/** An import of leads from a file. */
export interface LeadImportsTable {
  organization_id: string
  id: string
  file_name: string
  /** SHA-256 of the file, hex. */
  file_hash: string
  /** Rows of the file, without the headings. */
  rows: number
  created_by: string
  created_at: Timestamp
  finished_at: NullableTimestamp
  undone_at: NullableTimestamp
}

/** The outcome of one row of a file. */
export interface LeadImportRowsTable {
  organization_id: string
  /** The id of the import, followed by the row's number. */
  id: string
  import_id: string
  row: number
  /**
   * The outcome in src/contract/lead-imports.ts, with `imported` for `new`; after an undo, `removed`, `changed`, or
   * `tasks`.
   */
  outcome: string
  reason: string | null
  /** The imported lead; null if there was none, or it was removed. */
  lead_id: string | null
  /** SHA-256 of the row's content, hex; null if the row was rejected. */
  fingerprint: string | null
  at: Timestamp
}

import { cellsByField, guessMapping, writtenDates } from '../../src/domain/leads/import/columns.ts'
import { type RowResult, readImportRow } from '../../src/domain/leads/import/read-row.ts'
import { readLeadFile } from '../../src/stores/leads/import/read-file.ts'

/** Returns what becomes of each row of a file, as the console and the server read it without any choice of the user. */
export async function importedFrom(content: string | Uint8Array, now: Date): Promise<RowResult[]> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const { headings, rows } = await readLeadFile('leads.csv', bytes.slice().buffer as ArrayBuffer)
  const cells = rows.map((row) => row.cells)
  const mapping = guessMapping(headings, cells.slice(0, 200))
  const dates = mapping.flatMap((field, at) =>
    field === 'created_at' ? cells.map((row) => row[at] ?? '') : [],
  )
  const times = { timeZone: 'America/New_York', order: writtenDates(dates).order, now }
  return cells.map((row) => readImportRow(cellsByField(row, mapping), times))
}

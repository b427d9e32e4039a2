import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { cellsByField, type Mapping } from '../../../domain/leads/import/columns.ts'
import { type ImportedLead, type RowResult, readImportRow } from '../../../domain/leads/import/read-row.ts'
import { IMPORT_COLUMNS, isPartOfName } from '../../../domain/leads/import/targets.ts'
import { statusLabel } from '../../../domain/leads/status.ts'
import { exactTime } from '../../../domain/time/exact-time.ts'
import { $now } from '../../../stores/base/time.ts'
import { type ImportWork, timesOf } from '../../../stores/leads/import/import.ts'
import { BookingTime } from '../../common/booking-time.tsx'

const ROWS = 5

/** Shows how the first rows will be imported. */
export function Preview({ work }: { work: ImportWork }) {
  const now = useStore($now)
  const { timezone, date_order: order } = timesOf(work)
  const rows = work.file.rows.slice(0, ROWS).map(({ row, cells }) => ({
    row,
    result: readImportRow(cellsByField(cells, work.mapping), { timeZone: timezone, order, now }),
  }))
  const results = rows.map(({ result }) => result)
  const columns = columnsOf(work.mapping, results)
  const hasRemarks = results.some((result) => 'lead' in result && result.remarks.length > 0)
  if (columns.length === 0) return null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <section className="import-preview" aria-label="Preview" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Row</th>
            {columns.map(({ field, label }) => (
              <th key={field} scope="col">
                {label}
              </th>
            ))}
            {hasRemarks && <th scope="col">Remarks</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row, result }) => (
            <tr key={row}>
              <th scope="row">{row}</th>
              {'lead' in result ? (
                <>
                  {columns.map(({ field }) => (
                    <td key={field}>{cellOf(result.lead, field)}</td>
                  ))}
                  {hasRemarks && <td className="muted">{result.remarks.join('. ')}</td>}
                </>
              ) : (
                <td colSpan={columns.length + Number(hasRemarks)} className="error-text">
                  {result.problem}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Returns the lead's fields that the mapped columns fill, and the notes if something is kept there. */
function columnsOf(mapping: Mapping, results: readonly RowResult[]) {
  const filled = mapping.map((target) => (target && isPartOfName(target) ? 'prospect_name' : target))
  const hasNotes = results.some((result) => 'lead' in result && result.lead.notes !== null)
  return IMPORT_COLUMNS.flatMap(({ field, label }) =>
    !isPartOfName(field) && (filled.includes(field) || (field === 'notes' && hasNotes))
      ? [{ field, label }]
      : [],
  )
}

function cellOf(lead: ImportedLead, field: keyof ImportedLead): ReactNode {
  const value = lead[field]
  if (value === null) return ''
  if (field === 'status') return statusLabel(value)
  if (field === 'created_at') return exactTime(value)
  if (field === 'booking_start_time') return <BookingTime start={value} />
  return <bdi>{value.length > 120 ? `${value.slice(0, 120)}…` : value}</bdi>
}

import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { cellsByField, IMPORT_COLUMNS } from '../../../domain/leads/import/columns.ts'
import { type ImportedLead, readImportRow } from '../../../domain/leads/import/read-row.ts'
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
  const columns = IMPORT_COLUMNS.filter(({ field }) => work.mapping.includes(field))
  if (columns.length === 0) return null
  const rows = work.file.rows.slice(0, ROWS).map(({ row, cells }) => ({
    row,
    result: readImportRow(cellsByField(cells, work.mapping), { timeZone: timezone, order, now }),
  }))
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
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row, result }) => (
            <tr key={row}>
              <th scope="row">{row}</th>
              {'lead' in result ? (
                columns.map(({ field }) => <td key={field}>{cellOf(result.lead, field)}</td>)
              ) : (
                <td colSpan={columns.length} className="error-text">
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

function cellOf(lead: ImportedLead, field: keyof ImportedLead): ReactNode {
  const value = lead[field]
  if (value === null) return ''
  if (field === 'status') return statusLabel(value)
  if (field === 'created_at') return exactTime(value)
  if (field === 'booking_start_time') return <BookingTime start={value} />
  return value.length > 120 ? `${value.slice(0, 120)}…` : value
}

import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { cellsByField, type Mapping } from '../../../domain/leads/import/columns.ts'
import { type ImportedLead, type RowResult, readImportRow } from '../../../domain/leads/import/read-row.ts'
import { IMPORT_COLUMNS, isPartOfName } from '../../../domain/leads/import/targets.ts'
import { statusLabel } from '../../../domain/leads/status.ts'
import { exactTime } from '../../../domain/time/exact-time.ts'
import { $now } from '../../../stores/base/time.ts'
import { type ImportWork, timesOf } from '../../../stores/leads/import/import.ts'
import { control } from '../../../ui/antd/control.ts'
import { BookingTime } from '../../common/booking-time.tsx'
import type { PreviewProps } from './preview-table.tsx'

const ROWS = 5

const previewTable = control(async () =>
  import.meta.env.SSR ? null : (await import('./preview-table.tsx')).PreviewTable,
)

/** Shows how the first rows will be imported. */
export function Preview({ work }: { work: ImportWork }) {
  const now = useStore($now)
  const Part = previewTable.useWhen(true)
  const { timezone, date_order: order } = timesOf(work)
  const rows = work.file.rows.slice(0, ROWS).map(({ row, cells }) => ({
    row,
    result: readImportRow(cellsByField(cells, work.mapping), { timeZone: timezone, order, now }),
  }))
  const results = rows.map(({ result }) => result)
  const columns = columnsOf(work.mapping, results)
  if (columns.length === 0) return null
  const hasRemarks = results.some((result) => 'lead' in result && result.remarks.length > 0)
  const props: PreviewProps = {
    labels: [...columns.map(({ label }) => label), ...(hasRemarks ? ['Remarks'] : [])],
    rows: rows.map(({ row, result }) => {
      if (!('lead' in result)) return { row, cells: [], problem: result.problem }
      const cells = columns.map(({ field }) => cellOf(result.lead, field))
      return { row, cells: [...cells, hasRemarks && result.remarks.join('. ')], problem: null }
    }),
  }
  return <div className="import-preview">{Part ? <Part {...props} /> : <PlainTable {...props} />}</div>
}

/** The same table, until antd's has loaded. */
function PlainTable({ labels, rows }: PreviewProps) {
  return (
    <div className="import-preview-plain">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <table aria-label="Preview" tabIndex={0}>
        <thead>
          <tr>
            {['Row', ...labels].map((label, at) => (
              <th key={label} scope="col" className={at === 0 ? 'import-row-number' : 'import-cell'}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row, cells, problem }) => (
            <tr key={row}>
              <th scope="row" className="import-row-number">
                {row}
              </th>
              {problem !== null ? (
                <td colSpan={labels.length} className="import-cell">
                  <span className="error-text">{problem}</span>
                </td>
              ) : (
                labels.map((label, at) => (
                  <td key={label} className="import-cell">
                    {cells[at]}
                  </td>
                ))
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
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

import './lead-table.css'
import { type MouseEvent, memo } from 'react'
import type { Lead } from '../../../contract/leads.ts'
import { present } from '../../../domain/common/present.ts'
import { automaticNote } from '../../../domain/leads/automatic-loss.ts'
import type { RowKeys } from '../../../domain/leads/row-keys.ts'
import { type LeadColumn, type LeadSort, nextSort } from '../../../domain/leads/sort.ts'
import { exactTime } from '../../../domain/time/exact-time.ts'
import { openLeadPanel } from '../../../stores/leads/dialog.ts'
import { changeLeadView } from '../../../stores/leads/list.ts'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { LeadActions } from './actions.tsx'
import { LeadTitle } from './title.tsx'
import { type LeadRowProps, useLeadRows } from './use-lead-rows.ts'

const COLUMNS: { column: LeadColumn; title: string }[] = [
  { column: 'lead', title: 'Lead' },
  { column: 'service', title: 'Service Interest' },
  { column: 'status', title: 'Status' },
  { column: 'created', title: 'Created' },
]

interface Props {
  leads: readonly Lead[]
  rowKeys: RowKeys
  /** The URL's query string with the filter. */
  search: string
  sort: LeadSort
}

/**
 * One page of filtered and sorted leads in the five columns of section 2. A native table, because antd's table takes
 * several times as long to render.
 */
export function LeadTable({ leads, rowKeys, search, sort }: Props) {
  return (
    <table className="lead-table" aria-label="Leads">
      <LeadTableHead sort={sort} />
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: keyboard users have the row's links */}
      <tbody onClick={openRow}>
        {useLeadRows(leads, search).map((row) => (
          <LeadRow key={rowKeys.byLead.get(row.lead.id)} {...row} />
        ))}
      </tbody>
    </table>
  )
}

/** Opens the lead of a clicked row next to the list. Ignores clicks on controls and clicks that end a text selection. */
function openRow({ target }: MouseEvent): void {
  const element = target as Element
  const id = element.closest<HTMLElement>('tr[data-row-key]')?.dataset.rowKey
  if (!id || element.closest('a, button, label, [popover]') || getSelection()?.type === 'Range') return
  openLeadPanel(id)
}

const LeadTableHead = memo(function LeadTableHead({ sort }: { sort: LeadSort }) {
  return (
    <thead>
      <tr>
        {COLUMNS.map(({ column, title }) => (
          <th
            key={column}
            scope="col"
            data-column={column}
            aria-sort={sort.column === column ? sort.direction : undefined}
          >
            <button type="button" onClick={() => changeLeadView({ sort: nextSort(sort, column) })}>
              {title}
            </button>
          </th>
        ))}
        <th scope="col" data-column="actions">
          Actions
        </th>
      </tr>
    </thead>
  )
})

const LeadRow = memo(function LeadRow(row: LeadRowProps) {
  const { lead, age, isSelected, isCurrent } = row
  return (
    <tr data-row-key={lead.id} data-selected={isSelected || undefined} data-current={isCurrent || undefined}>
      <td>
        <LeadTitle {...row} />
      </td>
      <td>
        <span className="clamped">{present(lead.service_interest) ?? '–'}</span>
      </td>
      <td>
        <StatusTag status={lead.status} note={automaticNote(lead)} />
      </td>
      <td>
        <time dateTime={lead.created_at} title={exactTime(lead.created_at)}>
          {age}
        </time>
      </td>
      <td>
        <LeadActions {...row} />
      </td>
    </tr>
  )
})

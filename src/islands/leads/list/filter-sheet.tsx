import './filter-sheet.css'
import { useStore } from '@nanostores/react'
import { counted } from '../../../domain/common/counted.ts'
import { STATUS_OPTIONS } from '../../../domain/leads/status.ts'
import { $leadView, changeLeadView, clearLeadFilters } from '../../../stores/leads/list.ts'
import { $shownLeads } from '../../../stores/leads/rows.ts'
import { Button } from '../../../ui/button.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { CreatedFilter, LinkChips, SortSelect } from './list-filters.tsx'

const STATUSES = [{ value: null, label: 'All Status' }, ...STATUS_OPTIONS]

/** The filters and the sort order of the list, for phones. They apply immediately. */
export function FilterSheet({ onClosed }: { onClosed: () => void }) {
  return (
    <Sheet title="Filter leads" onClosed={onClosed}>
      {(close) => (
        <div className="filter-sheet">
          <StatusChoice />
          <div className="filter-sheet-field">
            <span>Created</span>
            <CreatedFilter />
          </div>
          <div className="filter-sheet-field">
            <span>Sort</span>
            <SortSelect />
          </div>
          <LinkChips />
          <div className="sheet-foot">
            <Button quiet text="Clear" onClick={clearLeadFilters} />
            <Button text={<Total />} onClick={close} />
          </div>
        </div>
      )}
    </Sheet>
  )
}

function StatusChoice() {
  const { status } = useStore($leadView)
  return (
    <fieldset className="filter-sheet-field status-filter">
      <legend>Status</legend>
      <div>
        {STATUSES.map(({ value, label }) => (
          <label key={label}>
            <input
              type="radio"
              name="status-filter"
              checked={status === value}
              onChange={() => changeLeadView({ status: value })}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function Total() {
  const { leads, total } = useStore($shownLeads)
  if (!leads) return 'Show leads'
  return `Show ${counted(total, 'lead')}`
}

import { type LeadSort, SORT_CHOICES } from '../../../domain/leads/sort.ts'
import { changeLeadView } from '../../../stores/leads/list.ts'

/** The sort order of the cards on phones, which have no column headers. */
export function SortSelect({ sort }: { sort: LeadSort }) {
  const chosen = SORT_CHOICES.findIndex(
    (choice) => choice.sort.column === sort.column && choice.sort.direction === sort.direction,
  )
  return (
    <select
      className="field-box lead-select lead-sort"
      aria-label="Sort"
      value={chosen}
      onChange={(event) => changeLeadView({ sort: SORT_CHOICES[Number(event.target.value)]?.sort ?? sort })}
    >
      {SORT_CHOICES.map(({ label }, index) => (
        <option key={label} value={index}>
          {label}
        </option>
      ))}
    </select>
  )
}

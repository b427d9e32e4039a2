import { type LeadSort, SORT_CHOICES } from '../../domain/lead-sort.ts'
import { changeLeadView } from '../../stores/lead-list.ts'

/** The order of the cards on phones, where there are no column heads to tap. */
export function SortSelect({ sort }: { sort: LeadSort }) {
  const chosen = SORT_CHOICES.findIndex(
    (choice) => choice.sort.column === sort.column && choice.sort.direction === sort.direction,
  )
  return (
    <select
      className="lead-select lead-sort"
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

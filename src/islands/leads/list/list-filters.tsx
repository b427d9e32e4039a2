import { useStore } from '@nanostores/react'
import { computed } from 'nanostores'
import { LEAD_STATUSES } from '../../../contract/leads.ts'
import {
  type LeadAsset,
  type LeadFilter,
  LINK_FILTERS,
  type LinkFilter,
  NO_FILTER,
} from '../../../domain/leads/filter.ts'
import { SORT_CHOICES } from '../../../domain/leads/sort.ts'
import { STATUS_OPTIONS } from '../../../domain/leads/status.ts'
import { DEFAULT_VIEW } from '../../../domain/leads/view.ts'
import { $today } from '../../../stores/base/time.ts'
import { $leadView, changeLeadView } from '../../../stores/leads/list.ts'
import { DateRange } from '../../../ui/date-range.tsx'
import { Glyph } from '../../../ui/glyph.tsx'

const $status = computed($leadView, ({ status }) => status)
const $from = computed($leadView, ({ from }) => from)
const $to = computed($leadView, ({ to }) => to)
const $sort = computed($leadView, ({ sort }) => sort)
const linkFilters = ({ source, path, utm, has }: LeadFilter) => JSON.stringify({ source, path, utm, has })
const $linkFilters = computed($leadView, linkFilters)
const NO_LINK_FILTERS = linkFilters(NO_FILTER)

export function StatusFilter() {
  const status = useStore($status, { ssr: () => null })
  return (
    <select
      className="field-box lead-select"
      name="status"
      aria-label="Status"
      value={status ?? ''}
      onChange={({ target }) =>
        changeLeadView({ status: LEAD_STATUSES.find((known) => known === target.value) ?? null })
      }
    >
      <option value="">All Status</option>
      {STATUS_OPTIONS.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}

export function CreatedFilter() {
  const from = useStore($from, { ssr: () => null })
  const to = useStore($to, { ssr: () => null })
  const today = useStore($today, { ssr: () => '' })
  return <DateRange label="Created" today={today} from={from} to={to} onChange={changeLeadView} />
}

/** The sort order, for rows without column headers. */
export function SortSelect() {
  const sort = useStore($sort, { ssr: () => DEFAULT_VIEW.sort })
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

const NAMES: Record<Exclude<LinkFilter, 'has'>, string> = {
  source: 'Source',
  path: 'Page',
  utm: 'Campaign',
}
const ASSETS: Record<LeadAsset, string> = {
  contact: 'With contact',
  booking: 'Booked',
  'no-answer': 'Waiting for an answer',
}

function linkFilterText(name: LinkFilter, value: string): string {
  return name === 'has' ? ASSETS[value as LeadAsset] : `${NAMES[name]}: ${value}`
}

/** The filters that only links can set, each with a button that removes it. */
export function LinkChips() {
  const values: Record<LinkFilter, string | null> = JSON.parse(
    useStore($linkFilters, { ssr: () => NO_LINK_FILTERS }),
  )
  const set = LINK_FILTERS.flatMap((name) => {
    const value = values[name]
    return value === null ? [] : [{ name, text: linkFilterText(name, value) }]
  })
  if (set.length === 0) return null
  return (
    <ul className="link-chips" aria-label="Filters from a link">
      {set.map(({ name, text }) => (
        <li key={name}>
          <span dir="auto">{text}</span>
          <button
            type="button"
            aria-label={`Remove ${text}`}
            onClick={() => changeLeadView({ [name]: null })}
          >
            <Glyph name="close" />
          </button>
        </li>
      ))}
    </ul>
  )
}

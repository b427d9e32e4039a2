import { grouped } from '../../../domain/common/grouped.ts'
import './stats-strip.css'
import { useStore } from '@nanostores/react'
import { computed } from 'nanostores'
import type { LeadStats, LeadStatus } from '../../../contract/leads.ts'
import { percent } from '../../../domain/common/percent.ts'
import { failureOf } from '../../../stores/base/failures.ts'
import { $leadList, $leadView, changeLeadView } from '../../../stores/leads/list.ts'
import { $leadStats, UNKNOWN_STATS } from '../../../stores/leads/stats.ts'
import { FailureNote } from '../../../ui/failure-panel.tsx'

interface Stat {
  title: string
  value: (stats: LeadStats) => string
  /** The status that the number filters by. Null shows all leads. */
  filter?: LeadStatus | null
}

const STATS: Stat[] = [
  { title: 'Total Leads', value: ({ total }) => grouped(total), filter: null },
  { title: 'New', value: (stats) => grouped(stats.new), filter: 'new' },
  { title: 'Converted', value: ({ converted }) => grouped(converted), filter: 'converted' },
  { title: 'Conversion Rate', value: (stats) => percent(stats.conversion_rate) },
]

const $status = computed($leadView, ({ status }) => status)
const $listFailed = computed($leadList, ({ error }) => error !== null)

/**
 * The four numbers above the list, with their own error state unless the list failed as well. Three of them filter the
 * list.
 */
export function StatsStrip() {
  const { status, data, error, isFetching, refetch } = useStore($leadStats, { ssr: () => UNKNOWN_STATS })
  const filter = useStore($status, { ssr: () => null })
  const listFailed = useStore($listFailed, { ssr: () => false })
  return (
    <>
      {error && !listFailed && (
        <FailureNote {...failureOf('leadStats', error)} isRetrying={isFetching} onRetry={refetch} />
      )}
      <dl className="stats" aria-busy={status === 'loading'}>
        {STATS.map((stat) => (
          <div className="stat" key={stat.title}>
            <dt>
              <StatTitle {...stat} chosen={filter} />
            </dt>
            <dd>{data ? stat.value(data) : status === 'loading' ? <span className="skeleton" /> : '–'}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function StatTitle({ title, filter, chosen }: Stat & { chosen: LeadStatus | null }) {
  if (filter === undefined) return title
  return (
    <button type="button" aria-pressed={filter === chosen} onClick={() => changeLeadView({ status: filter })}>
      {title}
    </button>
  )
}

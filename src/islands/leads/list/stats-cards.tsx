import './stats-cards.css'
import { useStore } from '@nanostores/react'
import type { LeadStats } from '../../../contract/leads.ts'
import { percent } from '../../../domain/common/percent.ts'
import { $leadStats, UNKNOWN_STATS } from '../../../stores/leads/stats.ts'
import { failureOf } from '../../../stores/shell/failures.ts'
import { FailureNote } from '../../../ui/failure-panel.tsx'

const CARDS: { title: string; value: (stats: LeadStats) => string }[] = [
  { title: 'Total Leads', value: ({ total }) => total.toLocaleString('en-US') },
  { title: 'New', value: (stats) => stats.new.toLocaleString('en-US') },
  { title: 'Converted', value: ({ converted }) => converted.toLocaleString('en-US') },
  { title: 'Conversion Rate', value: (stats) => percent(stats.conversion_rate) },
]

/** The four counts above the list, with their own error state. */
export function StatsCards() {
  const { status, data, error, isFetching, refetch } = useStore($leadStats, { ssr: () => UNKNOWN_STATS })
  return (
    <>
      {error && <FailureNote {...failureOf('leadStats', error)} isRetrying={isFetching} onRetry={refetch} />}
      <dl className="stats" aria-busy={status === 'loading'}>
        {CARDS.map(({ title, value }) => (
          <div className="card stat" key={title}>
            <dt>{title}</dt>
            <dd>{data ? value(data) : status === 'loading' ? <span className="skeleton" /> : '–'}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

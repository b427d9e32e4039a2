import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { LeadStats, LeadStatus } from '../../contract/leads.ts'
import { capitalized } from '../../domain/common/capitalized.ts'
import { counted } from '../../domain/common/counted.ts'
import { grouped } from '../../domain/common/grouped.ts'
import { percent } from '../../domain/common/percent.ts'
import { DEFAULT_VIEW, writeLeadView } from '../../domain/leads/view.ts'
import { pausedText, pauseEnd } from '../../domain/settings/pauses.ts'
import { $now } from '../../stores/base/time.ts'
import { $goLive } from '../../stores/organization/organization.ts'
import { $pauses } from '../../stores/settings/pauses.ts'
import { deviceTimeZone } from '../../stores/settings/profile.ts'

const CARDS = ['New Leads Captured', 'Estimates Booked', 'Lost Leads', 'Bot Status'] as const
type Card = (typeof CARDS)[number]

/** Returns the path of the leads list, filtered by a status or unfiltered. */
function leadsPath(status: LeadStatus | null): string {
  const given = Object.entries(writeLeadView({ ...DEFAULT_VIEW, status })).flatMap(([name, value]) =>
    value === null ? [] : [[name, value]],
  )
  const query = new URLSearchParams(given).toString()
  return query ? `/leads?${query}` : '/leads'
}

interface Drawn {
  value: ReactNode
  note: ReactNode
}

function Cards({ draw }: { draw: (card: Card) => Drawn }) {
  return (
    <ul className="card performance">
      {CARDS.map((card) => {
        const { value, note } = draw(card)
        return (
          <li key={card}>
            <h3>{card}</h3>
            <p className="performance-value">{value}</p>
            <p className="performance-note">{note}</p>
          </li>
        )
      })}
    </ul>
  )
}

export function SkeletonCards() {
  return (
    <Cards draw={() => ({ value: <span className="skeleton" />, note: <span className="skeleton" /> })} />
  )
}

const NO_DATA: Record<Card, string> = {
  'New Leads Captured': 'No data yet',
  'Estimates Booked': 'No bookings yet',
  'Lost Leads': 'No data yet',
  'Bot Status': 'Not configured',
}

/** The cards when there are no leads (section 2). */
export function NoDataCards() {
  const paused = usePaused()
  return (
    <Cards
      draw={(card) =>
        (card === 'Bot Status' && paused) || {
          value: <span className="muted">–</span>,
          note: NO_DATA[card],
        }
      }
    />
  )
}

/**
 * The cards with the statistics (section 2, Agent Performance). Each number links to the leads that it counts. Without
 * an active trial or plan, the agent answers no visitors.
 */
export function DataCards({ stats }: { stats: LeadStats }) {
  const goLive = useStore($goLive, { ssr: 'initial' })
  const obstacle = goLive?.billingState === 'payment-failed' ? 'Payment failed' : 'No active trial or plan'
  const paused = usePaused()
  const drawn: Record<Card, Drawn> = {
    'New Leads Captured': {
      value: <Count count={stats.new} status="new" what="new leads" />,
      note: <a href={leadsPath(null)}>{counted(stats.total, 'total lead')}</a>,
    },
    'Estimates Booked': {
      value: <Count count={stats.converted} status="converted" what="converted leads" />,
      note: `${percent(stats.conversion_rate)} conversion rate`,
    },
    'Lost Leads': {
      value: <Count count={stats.lost} status="lost" what="lost leads" />,
      note: 'Need follow-up',
    },
    'Bot Status':
      goLive?.isLive === false
        ? { value: 'Not live', note: <a href="/billing">{obstacle}</a> }
        : (paused ?? { value: ACTIVE, note: 'Online 24/7' }),
  }
  return <Cards draw={(card) => drawn[card]} />
}

const ACTIVE = <span className="bot-active">Active</span>

/** Returns what the card about the bot says while the agent or its bookings are paused; null otherwise. */
function usePaused(): Drawn | null {
  const pauses = useStore($pauses, { ssr: () => undefined })
  const now = useStore($now)
  const { agent = null, booking = null } = pauses ?? {}
  const timeZone = deviceTimeZone()
  if (agent) return { value: 'Paused', note: capitalized(pauseEnd(agent, now, timeZone)) }
  return booking && { value: ACTIVE, note: pausedText('booking', booking, now, timeZone) }
}

function Count({ count, status, what }: { count: number; status: LeadStatus; what: string }) {
  const text = grouped(count)
  return (
    <a href={leadsPath(status)} aria-label={`${text}, show ${what}`}>
      {text}
    </a>
  )
}

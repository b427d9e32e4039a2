import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { Lead } from '../../contract/leads.ts'
import { directionsUrl, jobAddress } from '../../domain/bookings.ts'
import { leadEmail, leadLabel, leadPhone, present } from '../../domain/lead-name.ts'
import { dayAndTime, timeUntil } from '../../domain/time-until.ts'
import {
  $recentLeads,
  $upcomingJobs,
  deviceTimeZone,
  type LeadRows,
  LOADING_ROWS,
} from '../../stores/dashboard.ts'
import { $now } from '../../stores/time.ts'
import { FailurePanel } from '../../ui/failure-panel.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { PhoneLink } from '../leads/phone-link.tsx'

const NO_ROWS: LeadRows = { status: 'ready', rows: [], total: 0 }
const SKELETON_ROWS = ['a', 'b', 'c', 'd', 'e']

/** The latest leads and the coming bookings. Without any lead nothing is asked for. */
export function LeadPanels({ isEmpty = false }: { isEmpty?: boolean }) {
  return isEmpty ? <Panels recent={NO_ROWS} upcoming={NO_ROWS} isEmpty /> : <LoadedPanels />
}

function LoadedPanels() {
  return <Panels recent={useStore($recentLeads)} upcoming={useStore($upcomingJobs)} />
}

/** The panels before anything is known. */
export function PanelsSkeleton() {
  return <Panels recent={LOADING_ROWS} upcoming={LOADING_ROWS} />
}

function Panels({
  recent,
  upcoming,
  isEmpty = false,
}: {
  recent: LeadRows
  upcoming: LeadRows
  isEmpty?: boolean
}) {
  const hasMore = upcoming.status === 'ready' && upcoming.total > upcoming.rows.length
  return (
    <div className="lead-panels" data-empty={isEmpty || undefined}>
      <Panel
        title="Recent Activity"
        leads={recent}
        empty="No recent activity"
        hint="Leads show up here as soon as a visitor talks to your agent."
        aside={recent.status === 'ready' && recent.total > 0 && <a href="/leads">View all leads</a>}
        row={(lead) => <RecentLead lead={lead} />}
      />
      <Panel
        title="Upcoming Jobs"
        leads={upcoming}
        empty="No upcoming jobs"
        hint="Estimates that your agent books show up here."
        aside={
          hasMore && <span className="muted">{`The next ${upcoming.rows.length} of ${upcoming.total}`}</span>
        }
        row={(lead) => <UpcomingJob lead={lead} />}
      />
    </div>
  )
}

interface PanelProps {
  title: string
  leads: LeadRows
  empty: string
  /** What will stand there one day. */
  hint: string
  aside: ReactNode
  row: (lead: Lead) => ReactNode
}

function Panel({ title, leads, empty, hint, aside, row }: PanelProps) {
  return (
    <section className="card lead-panel" aria-label={title} aria-busy={leads.status === 'loading'}>
      <header>
        <h2>{title}</h2>
        {aside}
      </header>
      {leads.status === 'loading' && (
        <ul>
          {SKELETON_ROWS.map((key) => (
            <li key={key} aria-hidden="true">
              <span className="skeleton" />
              <span className="skeleton" />
            </li>
          ))}
        </ul>
      )}
      {leads.status === 'failed' && <FailurePanel {...leads.problem} onRetry={leads.problem.retry} />}
      {leads.status === 'ready' && leads.total === 0 && (
        <div className="lead-panel-empty">
          <p>{empty}</p>
          <p className="muted">{hint}</p>
        </div>
      )}
      {leads.status === 'ready' && leads.total > 0 && (
        <ul>
          {leads.rows.map((lead) => (
            <li key={lead.id}>{row(lead)}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

function LeadName({ lead }: { lead: Lead }) {
  return (
    <a className="lead-panel-name" href={`/leads/${encodeURIComponent(lead.id)}`}>
      {leadLabel(lead).name}
    </a>
  )
}

function RecentLead({ lead }: { lead: Lead }) {
  const now = useStore($now)
  const about = present(lead.service_interest) ?? leadLabel(lead).subtitle ?? 'No service named'
  return (
    <>
      <div className="lead-panel-line">
        <LeadName lead={lead} />
        <StatusTag status={lead.status} />
      </div>
      <div className="lead-panel-line muted">
        <span className="lead-panel-text">{about}</span>
        <RelativeTime instant={lead.created_at} now={now} />
      </div>
    </>
  )
}

function UpcomingJob({ lead }: { lead: Lead }) {
  const now = useStore($now)
  const address = jobAddress(lead)
  const start = lead.booking_start_time ?? ''
  return (
    <>
      <div className="lead-panel-line">
        <LeadName lead={lead} />
        <time dateTime={start}>{dayAndTime(start, deviceTimeZone())}</time>
      </div>
      <div className="lead-panel-line">
        <span className="lead-panel-links">
          <Contact lead={lead} />
          {address && (
            <a href={directionsUrl(address)} target="_blank" rel="noreferrer" title={address}>
              Directions<span className="hidden-text"> to {address}</span>
            </a>
          )}
        </span>
        <span className="muted">{timeUntil(start, now, deviceTimeZone())}</span>
      </div>
    </>
  )
}

/** The way to reach the person: by phone, else by e-mail. */
function Contact({ lead }: { lead: Lead }) {
  const phone = leadPhone(lead)
  const email = leadEmail(lead)
  if (phone) {
    return (
      <span>
        <span className="hidden-text">Call </span>
        <PhoneLink text={phone} />
      </span>
    )
  }
  return email && <a href={`mailto:${encodeURIComponent(email)}`}>Email</a>
}

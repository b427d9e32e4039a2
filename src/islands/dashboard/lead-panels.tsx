import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { Lead } from '../../contract/leads.ts'
import { present } from '../../domain/common/present.ts'
import { shortAppointment } from '../../domain/leads/appointment-words.ts'
import { directionsUrl, jobAddress } from '../../domain/leads/bookings.ts'
import { leadEmail, leadLabel, leadPhone } from '../../domain/leads/name.ts'
import { leadPath } from '../../domain/leads/path.ts'
import { dayAndTime } from '../../domain/time/clock-time.ts'
import { timeUntil } from '../../domain/time/time-until.ts'
import { $now } from '../../stores/base/time.ts'
import { $recentLeads, $upcomingJobs, type LeadRows } from '../../stores/dashboard/leads.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { PhoneLink } from '../../ui/phone-link.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { useBookingClock } from '../common/use-booking-clock.ts'
import { Panel, type PanelRows, RECENT, UPCOMING } from './panel.tsx'

export function LeadPanels() {
  const recent = useStore($recentLeads)
  const upcoming = useStore($upcomingJobs)
  const hasMore = upcoming.status === 'ready' && upcoming.total > upcoming.rows.length
  return (
    <div className="activity-panels">
      <Panel
        about={RECENT}
        list={drawn(recent, (lead) => <RecentLead lead={lead} />)}
        aside={recent.status === 'ready' && recent.total > 0 && <a href="/leads">View all leads</a>}
      />
      <Panel
        about={UPCOMING}
        list={drawn(upcoming, (lead) => <UpcomingJob lead={lead} />)}
        aside={
          hasMore && <span className="muted">{`The next ${upcoming.rows.length} of ${upcoming.total}`}</span>
        }
      />
    </div>
  )
}

function drawn(leads: LeadRows, draw: (lead: Lead) => ReactNode): PanelRows {
  if (leads.status !== 'ready') return leads
  return { status: 'ready', rows: leads.rows.map((lead) => ({ key: lead.id, row: draw(lead) })) }
}

function LeadName({ lead }: { lead: Lead }) {
  return (
    <a className="activity-panel-name" href={leadPath(lead.id)}>
      {leadLabel(lead).name}
    </a>
  )
}

function RecentLead({ lead }: { lead: Lead }) {
  const now = useStore($now)
  const { name, subtitle } = leadLabel(lead)
  const about = present(lead.service_interest) ?? subtitle ?? 'No service specified'
  return (
    <>
      <Avatar name={name} id={lead.id} />
      <div className="activity-panel-line">
        <LeadName lead={lead} />
        <StatusTag status={lead.status} />
      </div>
      <div className="activity-panel-line muted">
        <span className="activity-panel-text">{about}</span>
        <RelativeTime instant={lead.created_at} now={now} />
      </div>
    </>
  )
}

function UpcomingJob({ lead }: { lead: Lead }) {
  const now = useStore($now)
  const address = jobAddress(lead)
  const start = lead.booking_start_time ?? ''
  const { timeZone, name } = useBookingClock(start)
  return (
    <>
      <div className="activity-panel-line">
        <LeadName lead={lead} />
        <time dateTime={start}>{`${dayAndTime(new Date(start), now, timeZone)} ${name}`.trim()}</time>
      </div>
      <div className="activity-panel-line">
        <span className="activity-panel-links">
          <span className="muted">{shortAppointment(lead)}</span>
          <Contact lead={lead} />
          {address && (
            <a href={directionsUrl(address)} target="_blank" rel="noreferrer" title={address}>
              Directions<span className="hidden-text"> to {address}</span>
            </a>
          )}
        </span>
        <time className="muted" dateTime={start}>
          {timeUntil(start, now, timeZone)}
        </time>
      </div>
    </>
  )
}

/** A contact link for the lead's phone number, or for the email address if there is none. */
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
  return (
    email && (
      <a href={`mailto:${encodeURIComponent(email)}`}>
        Email<span className="hidden-text"> {leadLabel(lead).name}</span>
      </a>
    )
  )
}

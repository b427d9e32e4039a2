import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { Lead } from '../../contract/leads.ts'
import { exactTime } from '../../domain/exact-time.ts'
import { leadEmail, leadPhone, present } from '../../domain/lead-name.ts'
import { $now } from '../../stores/time.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { PhoneLink } from './phone-link.tsx'

/** What is known of a lead: contact, property, service, status, and the booking if there is one. */
export function LeadDetails({ lead }: { lead: Lead }) {
  const now = useStore($now)
  const email = leadEmail(lead)
  const phone = leadPhone(lead)
  return (
    <section className="card lead-details" aria-label="Lead Details">
      <Group title="Contact">
        <Detail label="Name">{present(lead.prospect_name) ?? present(lead.contact_name)}</Detail>
        <Detail label="Email">{email && <a href={`mailto:${encodeURIComponent(email)}`}>{email}</a>}</Detail>
        <Detail label="Phone">{phone && <PhoneLink text={phone} />}</Detail>
      </Group>
      <Group title="Property">
        <Detail label="Address">{present(lead.property_address) ?? present(lead.prospect_address)}</Detail>
        <Detail label="Property size">{present(lead.property_size)}</Detail>
      </Group>
      <Group title="Service">
        <Detail label="Service interest">{present(lead.service_interest)}</Detail>
        <Detail label="Timeline">{present(lead.timeline)}</Detail>
        <Detail label="Budget">{present(lead.budget)}</Detail>
        <Detail label="Availability">{present(lead.service_availability)}</Detail>
        <Detail label="Additional info">{present(lead.service_additional_info)}</Detail>
      </Group>
      <Group title="Status">
        <Detail label="Status">
          <StatusTag status={lead.status} />
        </Detail>
        <Detail label="Created">
          <RelativeTime instant={lead.created_at} now={now} />
        </Detail>
        <Detail label="Updated">
          <RelativeTime instant={lead.updated_at} now={now} />
        </Detail>
      </Group>
      {lead.converted_to_booking_id && <Booking lead={lead} />}
    </section>
  )
}

function Booking({ lead }: { lead: Lead }) {
  const url = present(lead.booking_url)
  return (
    <Group title="Booking">
      <Detail label="Scheduled">{lead.booking_start_time && exactTime(lead.booking_start_time)}</Detail>
      <Detail label="Status">{present(lead.booking_status) ?? 'scheduled'}</Detail>
      <Detail label="Calendar event">{present(lead.booking_calcom_event_id)}</Detail>
      <Detail label="Booking link">
        {url && isWebAddress(url) ? (
          <a href={url} target="_blank" rel="noreferrer">
            {url}
          </a>
        ) : (
          url
        )}
      </Detail>
    </Group>
  )
}

/** Links that came over the wire may lead to the web only, never into a script. */
const isWebAddress = (url: string) => /^https?:$/.test(URL.parse(url)?.protocol ?? '')

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="lead-group">
      <h3>{title}</h3>
      <dl>{children}</dl>
    </div>
  )
}

function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children || <span className="muted">Not provided</span>}</dd>
    </div>
  )
}

import './details.css'
import { useStore } from '@nanostores/react'
import type { Lead } from '../../../contract/leads.ts'
import { present } from '../../../domain/common/present.ts'
import { appointmentText, bookingStatus } from '../../../domain/leads/appointment-words.ts'
import { automaticNote } from '../../../domain/leads/automatic-loss.ts'
import { leadEmail, leadPerson, leadPhone } from '../../../domain/leads/name.ts'
import { isWebAddress } from '../../../domain/leads/web-address.ts'
import { $now } from '../../../stores/base/time.ts'
import { startCall } from '../../../stores/leads/call.ts'
import { PhoneLink } from '../../../ui/phone-link.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { BookingTime } from '../../common/booking-time.tsx'
import { LeadNotificationsInView } from '../../notifications/in-view.tsx'
import { Detail, Group } from './detail-group.tsx'

/** The details of a lead: contact, property, service, status, and the booking, if any. */
export function LeadDetails({ lead }: { lead: Lead }) {
  const email = leadEmail(lead)
  const phone = leadPhone(lead)
  const [contactAddress, propertyAddress] = [present(lead.prospect_address), present(lead.property_address)]
  return (
    <div className="lead-details">
      {lead.converted_to_booking_id && <Booking lead={lead} />}
      <Group title="Contact information">
        <Detail label="Name">{leadPerson(lead)}</Detail>
        <Detail label="Email">{email && <a href={`mailto:${encodeURIComponent(email)}`}>{email}</a>}</Detail>
        <Detail label="Phone">
          {phone && <PhoneLink text={phone} onFollow={() => startCall(lead.id)} />}
        </Detail>
        {contactAddress && propertyAddress && contactAddress !== propertyAddress && (
          <Detail label="Address">{contactAddress}</Detail>
        )}
      </Group>
      <Group title="Property details">
        <Detail label="Property address">{propertyAddress ?? contactAddress}</Detail>
        <Detail label="Property size">{present(lead.property_size)}</Detail>
      </Group>
      <Group title="Service information">
        <Detail label="Service interest">{present(lead.service_interest)}</Detail>
        <Detail label="Timeline">{present(lead.timeline)}</Detail>
        <Detail label="Budget">{present(lead.budget)}</Detail>
        <Detail label="Availability">{present(lead.service_availability)}</Detail>
        <Detail label="Additional info">{present(lead.service_additional_info)}</Detail>
      </Group>
      <Status lead={lead} />
      <LeadNotificationsInView />
    </div>
  )
}

function Status({ lead }: { lead: Lead }) {
  const now = useStore($now)
  const note = automaticNote(lead)
  return (
    <Group title="Lead status">
      <Detail label="Status">
        <StatusTag status={lead.status} />
      </Detail>
      {note && <Detail label="Set by">{note}</Detail>}
      {lead.status === 'lost' && <Detail label="Reason">{present(lead.loss_reason)}</Detail>}
      <Detail label="Notes">{present(lead.notes)}</Detail>
      <Detail label="Created">
        <RelativeTime instant={lead.created_at} now={now} />
      </Detail>
      <Detail label="Updated">
        <RelativeTime instant={lead.updated_at} now={now} />
      </Detail>
    </Group>
  )
}

function Booking({ lead }: { lead: Lead }) {
  const url = present(lead.booking_url)
  return (
    <div className="booking-card">
      <Group title="Booking">
        <Detail label="Scheduled date">
          {lead.booking_start_time && <BookingTime start={lead.booking_start_time} withWeekday />}
        </Detail>
        <Detail label="Status">{bookingStatus(lead)}</Detail>
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
        {lead.booking_start_time && <Detail label="Appointment">{appointmentText(lead)}</Detail>}
      </Group>
    </div>
  )
}

import '../dialogs/dialogs.css'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { Lead } from '../../../contract/leads.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { directionsUrl, jobAddress } from '../../../domain/leads/bookings.ts'
import { leadPhone } from '../../../domain/leads/name.ts'
import { firstMessage, smsHref } from '../../../domain/leads/reach.ts'
import { saveBooking, saveContact } from '../../../stores/leads/files.ts'
import { $organization } from '../../../stores/session/session.ts'
import { $profile } from '../../../stores/settings/profile.ts'
import { usePhone } from '../list/use-phone.ts'

/** More ways to reach a lead: an editable text, directions, contact and calendar files. */
export default function ReachActions({ lead }: { lead: Lead }) {
  const [isWriting, setWriting] = useState(false)
  const number = usePhone(leadPhone(lead))
  const address = jobAddress(lead)
  const tel = number && number.href !== 'tel:' ? number.href : null
  return (
    <>
      <button
        type="button"
        className="button quiet"
        disabled={!tel}
        aria-expanded={isWriting}
        onClick={() => setWriting(!isWriting)}
      >
        Text
      </button>
      {address && (
        <a className="button quiet" href={directionsUrl(address)} target="_blank" rel="noreferrer">
          Directions
        </a>
      )}
      <button type="button" className="button quiet" onClick={() => void saveContact(lead)}>
        Save contact
      </button>
      {lead.booking_start_time && (
        <button type="button" className="button quiet" onClick={() => saveBooking(lead)}>
          Add to calendar
        </button>
      )}
      {isWriting && tel && <TextMessage lead={lead} tel={tel} />}
    </>
  )
}

function TextMessage({ lead, tel }: { lead: Lead; tel: string }) {
  const { data } = useStore($profile)
  const organization = useStore($organization)
  const [edited, setEdited] = useState<string>()
  const business = data?.business_name || organization?.name || 'our team'
  const text = edited ?? firstMessage(lead, { business, bookingUrl: data?.cal_booking_url ?? null })
  return (
    <div className="text-message">
      <label className="field">
        Message
        <textarea
          className="field-box"
          rows={3}
          maxLength={LIMITS.message}
          value={text}
          onChange={(event) => setEdited(event.target.value)}
        />
      </label>
      <a className="button" href={smsHref(tel, text)}>
        Open messages
      </a>
    </div>
  )
}

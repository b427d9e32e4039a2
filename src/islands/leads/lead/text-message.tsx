import '../../../ui/form.css'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { Lead } from '../../../contract/leads.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { firstMessage, smsHref } from '../../../domain/leads/reach.ts'
import { $organizationName } from '../../../stores/organization/organization.ts'
import { $profile } from '../../../stores/settings/profile.ts'

/** An editable first message that the device's messaging app sends. `tel` is the `tel:` link of the number. */
export default function TextMessage({ lead, tel }: { lead: Lead; tel: string }) {
  const { data } = useStore($profile)
  const organizationName = useStore($organizationName)
  const [edited, setEdited] = useState<string>()
  const business = data?.business_name || organizationName || 'our team'
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

import type { Lead } from '../../contract/leads.ts'
import { phoneHref } from '../common/phone-href.ts'
import { leadEmail, leadPhone } from './name.ts'
import { bestWay, smsHref, type Way } from './reach.ts'

export interface NextAction {
  type: Way
  label: 'Call' | 'Text' | 'Email'
  href: string
}

type Reachable = Pick<
  Lead,
  | 'status'
  | 'prospect_email'
  | 'contact_email'
  | 'prospect_phone'
  | 'contact_phone'
  | 'service_additional_info'
>

/** Returns how to contact a lead next. Returns null for lost leads and leads without contact details. */
export function nextAction(lead: Reachable): NextAction | null {
  const tel = phoneHref(leadPhone(lead) ?? '')
  const type = lead.status === 'lost' ? null : bestWay(lead, tel !== null)
  switch (type) {
    case 'call':
      return { type, label: 'Call', href: tel ?? '' }
    case 'text':
      return { type, label: 'Text', href: smsHref(tel ?? '') }
    case 'email':
      return { type, label: 'Email', href: `mailto:${encodeURIComponent(leadEmail(lead) ?? '')}` }
    default:
      return null
  }
}

import type { Lead } from '../../contract/leads.ts'
import { phoneHref } from '../common/phone-href.ts'
import { leadEmail, leadPhone } from './name.ts'

export interface NextAction {
  type: 'call' | 'email'
  label: 'Call' | 'Email'
  href: string
}

type Reachable = Pick<
  Lead,
  'status' | 'prospect_email' | 'contact_email' | 'prospect_phone' | 'contact_phone'
>

/**
 * Returns how to contact a lead next: by phone, or else by email. Returns null for lost leads and leads without contact
 * details.
 */
export function nextAction(lead: Reachable): NextAction | null {
  if (lead.status === 'lost') return null
  const href = phoneHref(leadPhone(lead) ?? '')
  if (href) return { type: 'call', label: 'Call', href }
  const email = leadEmail(lead)
  return email ? { type: 'email', label: 'Email', href: `mailto:${encodeURIComponent(email)}` } : null
}

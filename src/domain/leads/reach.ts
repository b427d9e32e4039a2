import type { Lead } from '../../contract/leads.ts'
import { greetingName } from '../common/name-parts.ts'
import { present } from '../common/present.ts'
import { noContactIn, readNotes } from './agent-notes.ts'
import { leadEmail, leadPerson } from './name.ts'

export type Way = 'call' | 'text' | 'email'

/**
 * Returns the best way to reach a lead: the preferred one, or else a call, or else email. Null if there is none, or if
 * the lead asked not to be contacted.
 */
export function bestWay(
  lead: Pick<Lead, 'prospect_email' | 'contact_email' | 'service_additional_info'>,
  hasPhone: boolean,
): Way | null {
  if (noContactIn(lead.service_additional_info)) return null
  const hasEmail = leadEmail(lead) !== null
  const { preference } = readNotes(lead.service_additional_info)
  if (preference === 'email' && hasEmail) return 'email'
  if ((preference === 'text' || preference === 'whatsapp') && hasPhone) return 'text'
  if (hasPhone) return 'call'
  return hasEmail ? 'email' : null
}

/** The sender of a message, and the booking link. */
export interface Sender {
  business: string
  bookingUrl: string | null
}

/**
 * Returns an editable first message to a lead with the sender, the topic, and the booking link, if any. Blank for a lead
 * who asked not to be contacted.
 */
export function firstMessage(
  lead: Pick<Lead, 'prospect_name' | 'contact_name' | 'service_interest' | 'service_additional_info'>,
  { business, bookingUrl }: Sender,
): string {
  if (noContactIn(lead.service_additional_info)) return ''
  const person = leadPerson(lead)
  const name = person && greetingName(person)
  const service = present(lead.service_interest)
  const link = present(bookingUrl)
  return [
    `Hi${name ? ` ${name}` : ''}, this is ${business}.`,
    `Thanks for asking about ${service ?? 'our services'}.`,
    link && `You can book your free estimate here: ${link}`,
  ]
    .filter(Boolean)
    .join(' ')
}

export function emailSubject(lead: Pick<Lead, 'service_interest'>, business: string): string {
  const service = present(lead.service_interest)
  return service ? `Your ${service} request to ${business}` : `Your request to ${business}`
}

/** Returns a `mailto:` link with a subject. */
export const mailHref = (address: string, subject: string): string =>
  `mailto:${encodeURIComponent(address)}?subject=${encodeURIComponent(subject)}`

/** Returns an `sms:` link, with a text if given. Takes the number from its `tel:` link, without the extension. */
export function smsHref(tel: string, body = ''): string {
  const number = tel.replace(/^tel:/, '').replace(/;.*$/, '')
  if (body === '') return `sms:${number}`
  // iOS expects the text after an ampersand, Android after a question mark. Both accept the combination.
  return `sms:${number}?&body=${encodeURIComponent(body)}`
}

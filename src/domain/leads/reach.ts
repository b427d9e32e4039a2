import type { Lead } from '../../contract/leads.ts'
import { greetingName } from '../common/name-parts.ts'
import { present } from '../common/present.ts'
import { leadPerson } from './name.ts'

/** The sender of a message, and the booking link. */
export interface Sender {
  business: string
  bookingUrl: string | null
}

/** Returns an editable first message to a lead with the sender, the topic, and the booking link, if any. */
export function firstMessage(
  lead: Pick<Lead, 'prospect_name' | 'contact_name' | 'service_interest'>,
  { business, bookingUrl }: Sender,
): string {
  const person = leadPerson(lead)
  const name = person && greetingName(person)
  const service = present(lead.service_interest)
  const link = present(bookingUrl)
  return [
    `Hi${name ? ` ${name}` : ''}, this is ${business}.`,
    `Thanks for asking about ${service ?? 'our services'}.`,
    link && `You can book your free estimate call here: ${link}`,
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

/** Returns an `sms:` link with a text. Takes the number from its `tel:` link, without the extension. */
export function smsHref(tel: string, body: string): string {
  const number = tel.replace(/^tel:/, '').replace(/;.*$/, '')
  // iOS expects the text after an ampersand, Android after a question mark. Both accept the combination.
  return `sms:${number}?&body=${encodeURIComponent(body)}`
}

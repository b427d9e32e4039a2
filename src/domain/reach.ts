import type { Lead } from '../contract/leads.ts'
import { present } from './lead-name.ts'

/** Whom a message is from, and where the person can book. */
export interface Sender {
  business: string
  bookingUrl: string | null
}

const personOf = (lead: Pick<Lead, 'prospect_name' | 'contact_name'>) =>
  present(lead.prospect_name) ?? present(lead.contact_name)

/** A first message to a lead, to be edited: who writes, about what, and the booking link where there is one. */
export function firstMessage(
  lead: Pick<Lead, 'prospect_name' | 'contact_name' | 'service_interest'>,
  { business, bookingUrl }: Sender,
): string {
  const name = personOf(lead)?.split(/\s+/)[0]
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

/** The subject of an e-mail to a lead. */
export function emailSubject(lead: Pick<Lead, 'service_interest'>, business: string): string {
  const service = present(lead.service_interest)
  return service ? `Your ${service} request to ${business}` : `Your request to ${business}`
}

/** A `mailto:` link with subject and text. */
export function mailHref(address: string, subject: string, body = ''): string {
  const fields = [`subject=${encodeURIComponent(subject)}`, body && `body=${encodeURIComponent(body)}`]
  return `mailto:${encodeURIComponent(address)}?${fields.filter(Boolean).join('&')}`
}

/** A `sms:` link with a text, from the `tel:` link of the number; an extension cannot be texted. */
export function smsHref(tel: string, body: string): string {
  const number = tel.replace(/^tel:/, '').replace(/;.*$/, '')
  // iOS reads the text after an ampersand, Android after a question mark: together both do.
  return `sms:${number}?&body=${encodeURIComponent(body)}`
}

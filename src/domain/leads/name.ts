import type { Lead } from '../../contract/leads.ts'
import { phoneText } from '../common/dialable.ts'

/** The fields of a lead that its name and subtitle are made of. */
export type NamedLead = Pick<
  Lead,
  | 'id'
  | 'conversation_id'
  | 'prospect_name'
  | 'contact_name'
  | 'prospect_email'
  | 'contact_email'
  | 'prospect_phone'
  | 'contact_phone'
  | 'service_interest'
>

/** A lead's display name, and the contact detail below it. */
export interface LeadLabel {
  name: string
  subtitle: string | null
}

/** Something to be seen: neither a blank nor a sign without a shape, such as a zero-width space. */
const VISIBLE = /[^\s\p{Cc}\p{Cf}\u115f\u1160\u2800\u3164\uffa0]/u

/** The text without surrounding blanks; null when there is nothing to be seen of it. */
export function present(text: string | null | undefined): string | null {
  return text && VISIBLE.test(text) ? text.trim() : null
}

/** The lead's e-mail address: the prospect's, else the contact's, else null. */
export function leadEmail(lead: Pick<NamedLead, 'prospect_email' | 'contact_email'>): string | null {
  return present(lead.prospect_email) ?? present(lead.contact_email)
}

/** The lead's phone number as it was given: the prospect's, else the contact's, else null. */
export function leadPhone(lead: Pick<NamedLead, 'prospect_phone' | 'contact_phone'>): string | null {
  return present(lead.prospect_phone) ?? present(lead.contact_phone)
}

/**
 * Section 2, Leads list. The name is the first that is not blank of: names, e-mails, phones (the prospect's
 * before the contact's), the service followed by " Lead", "Conversation " and its id (the lead's own id when
 * there was no conversation). The subtitle is the next e-mail or phone that the name does not already say. Phones are
 * written as everywhere else.
 */
export function leadLabel(lead: NamedLead): LeadLabel {
  const person = present(lead.prospect_name) ?? present(lead.contact_name)
  const emails = [lead.prospect_email, lead.contact_email].map(present)
  const phones = [lead.prospect_phone, lead.contact_phone].map(present)
  const contacts = [...emails, ...phones.map((phone) => phone && phoneText(phone))].filter(
    (contact) => contact !== null,
  )
  const service = present(lead.service_interest)
  const name =
    person ??
    contacts[0] ??
    (service ? `${service} Lead` : `Conversation ${present(lead.conversation_id) ?? lead.id}`)
  return { name, subtitle: contacts.find((contact) => contact !== name) ?? null }
}

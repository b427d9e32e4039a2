import type { Lead } from '../../contract/leads.ts'
import { phoneText } from '../common/dialable.ts'
import { present } from '../common/present.ts'

/** The fields of a lead that determine its name and subtitle. */
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

/** Returns the name of the person: the prospect's, else the contact's, else null. */
export function leadPerson(lead: Pick<NamedLead, 'prospect_name' | 'contact_name'>): string | null {
  return present(lead.prospect_name) ?? present(lead.contact_name)
}

/** Returns the lead's email address: the prospect's, else the contact's, else null. */
export function leadEmail(lead: Pick<NamedLead, 'prospect_email' | 'contact_email'>): string | null {
  return present(lead.prospect_email) ?? present(lead.contact_email)
}

/** Returns the lead's phone number as given: the prospect's, else the contact's, else null. */
export function leadPhone(lead: Pick<NamedLead, 'prospect_phone' | 'contact_phone'>): string | null {
  return present(lead.prospect_phone) ?? present(lead.contact_phone)
}

/** Returns the lead's phone number as it is shown, or null. */
export function shownPhone(lead: Pick<NamedLead, 'prospect_phone' | 'contact_phone'>): string | null {
  const phone = leadPhone(lead)
  return phone && phoneText(phone)
}

/**
 * Returns the display name of a lead (section 2, Leads list). The name is the first nonblank value of: names, emails,
 * phones (the prospect's before the contact's), the service followed by " Lead", and "Conversation " followed by the
 * conversation's id (or the lead's own id if there is no conversation). The subtitle is the next email or phone that is
 * not part of the name. Phone numbers are formatted.
 */
export function leadLabel(lead: NamedLead): LeadLabel {
  const person = leadPerson(lead)
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

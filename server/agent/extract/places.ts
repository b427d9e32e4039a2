import { findAddresses } from './address.ts'
import { findEmails, findPhones } from './contact.ts'
import { mask } from './spans.ts'
import { withHouseNumbers } from './spoken.ts'

/** Removes contact details and addresses from a message, so that their numbers aren't read as times. */
export function withoutPlaces(text: string): string {
  const numbered = withHouseNumbers(text)
  const withoutContact = mask(numbered, [...findPhones(numbered), ...findEmails(numbered)])
  return mask(withoutContact, findAddresses(withoutContact))
}

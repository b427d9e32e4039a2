import { emailKey, readEmail } from '../../../src/contract/email-address.ts'
import type { NotificationSettings, PersonChannel } from '../../../src/contract/notification-settings.ts'
import type { Profile } from '../../../src/contract/profile.ts'

/** An email address as a key, or a number (E.164). */
export interface AlertAddress {
  channel: PersonChannel
  address: string
}

/**
 * Returns the addresses and numbers that the members typed for alerts: those of the people, and the escalation email. A
 * number counts only with the consent to text messages.
 */
export function typedAddresses(
  { people }: Pick<NotificationSettings, 'people'>,
  { escalation_email }: Pick<Profile, 'escalation_email'>,
): AlertAddress[] {
  const emails = [...people.map(({ email }) => email), escalation_email].flatMap((email) => {
    const address = readEmail(email ?? '')
    return address === null ? [] : emailKey(address)
  })
  const phones = people.flatMap(({ phone, sms_consent }) => (phone !== null && sms_consent ? [phone] : []))
  return [
    ...[...new Set(emails)].map((address) => ({ channel: 'email' as const, address })),
    ...[...new Set(phones)].map((address) => ({ channel: 'sms' as const, address })),
  ]
}

import type { ContactLimits } from '../../contract/contact-limits.ts'

const REASONS: Readonly<Record<string, string>> = {
  opted_out: 'Opted out of text messages',
  landline: 'A landline, or cannot receive text messages',
}

/** Returns what a member must know before contacting a lead, as sentences; empty if nothing limits the contact. */
export function contactWarnings(
  { no_texts, no_texts_since, no_contact }: ContactLimits,
  timeZone?: string,
): string[] {
  const reason = no_texts === null ? undefined : REASONS[no_texts]
  const time = no_texts_since === null ? Number.NaN : Date.parse(no_texts_since)
  const day = Number.isNaN(time)
    ? ''
    : ` (${new Date(time).toLocaleDateString('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone })})`
  return [
    ...(no_contact ? ['Asked in the chat not to be contacted.'] : []),
    ...(reason ? [`${reason}${day}.`] : []),
  ]
}

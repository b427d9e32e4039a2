import type { Lead } from '../../contract/leads.ts'
import { present } from '../common/present.ts'
import { IN_WORDS, type Preference, readNotes } from './agent-notes.ts'
import { FORM_FIELDS, type FormField, formOf } from './form.ts'
import { IN_SUMMARY } from './summary.ts'

/** A detail of a lead that is edited in place. */
export interface Fact {
  name: FormField
  label: string
  kind: (typeof FORM_FIELDS)[number]['kind']
  /** Blank if unknown. */
  value: string
  isInSummary: boolean
}

/** The short labels, in display order. */
const LABELS: Partial<Record<FormField, string>> = {
  prospect_phone: 'Phone',
  prospect_email: 'Email',
  property_address: 'Address',
  service_interest: 'Service',
  timeline: 'When',
  budget: 'Budget',
  service_availability: 'Visit',
  property_size: 'Size',
  service_additional_info: 'Details',
}

const WAYS: Readonly<Record<Preference, string>> = {
  email: 'Email, not calls',
  whatsapp: 'WhatsApp, not calls',
  text: 'Text messages, not calls',
}

/** Returns how a lead wants to be contacted, in words; null if the lead didn't say. */
export function preferenceText({
  service_additional_info,
}: Pick<Lead, 'service_additional_info'>): string | null {
  const { preference } = readNotes(service_additional_info)
  return preference && WAYS[preference]
}

/** Returns the details that no other part of the screen shows. */
function restOf(text: string): string {
  const shown = (line: string) => (line.startsWith(IN_WORDS) ? `“${line.slice(IN_WORDS.length)}”` : line)
  return readNotes(text).rest.map(shown).join('\n')
}

/**
 * Returns the details of a lead, in the order of their importance for a call. The name is in the heading, and the notes
 * are in the history. The summary shows the known ones of those `isInSummary`.
 */
export function factsOf(lead: Lead): Fact[] {
  const form = formOf(lead)
  form.service_additional_info = restOf(form.service_additional_info)
  return Object.entries(LABELS).flatMap(([name, label]) => {
    const field = FORM_FIELDS.find((each) => each.name === name)
    return field
      ? [
          {
            name: field.name,
            label,
            kind: field.kind,
            value: present(form[field.name]) ?? '',
            isInSummary: IN_SUMMARY.some((one) => one === name),
          },
        ]
      : []
  })
}

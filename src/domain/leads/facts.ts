import type { Lead } from '../../contract/leads.ts'
import { present } from '../common/present.ts'
import { FORM_FIELDS, type FormField, formOf } from './form.ts'

/** A detail of a lead that is edited in place. */
export interface Fact {
  name: FormField
  label: string
  kind: (typeof FORM_FIELDS)[number]['kind']
  /** Blank if unknown. */
  value: string
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
  notes: 'Notes',
}

/** Returns the details of a lead, in the order of their importance for a call. */
export function factsOf(lead: Lead): Fact[] {
  const form = formOf(lead)
  return Object.entries(LABELS).flatMap(([name, label]) => {
    const field = FORM_FIELDS.find((each) => each.name === name)
    return field
      ? [{ name: field.name, label, kind: field.kind, value: present(form[field.name]) ?? '' }]
      : []
  })
}

import { COMPLETENESS_FIELDS, type CompletenessProfile, isFilled } from './completeness.ts'
import type { SettingsField } from './settings.ts'

/** Section 2, Settings: the sections, in order, with the fields that they contain. */
export const SETTINGS_SECTIONS = [
  {
    id: 'business',
    title: 'Business Information',
    fields: ['business_name', 'website_url', 'phone', 'email', 'address', 'address_details'],
  },
  {
    id: 'voice',
    title: 'Agent Voice',
    fields: ['agent_name', 'personality_tone', 'use_emojis', 'prompt_summary'],
  },
  {
    id: 'services',
    title: 'Services Offered',
    fields: ['services_offered', 'services_spanish', 'services_description'],
  },
  { id: 'pricing', title: 'Pricing & Qualification Notes', fields: ['pricing_notes', 'private_notes'] },
  { id: 'faqs', title: 'Frequently Asked Questions', fields: ['faqs'] },
  { id: 'questions', title: 'Lead Qualification Questions', fields: ['questions'] },
  {
    id: 'design',
    title: 'Design',
    fields: [
      'widget_color',
      'primary_color',
      'welcome_heading',
      'welcome_tagline',
      'button_text',
      'closed_button_text',
      'offline_message',
      'reply_time',
      'bubble_position',
      'bubble_type',
      'bubble_launcher_title',
      'show_branding',
      'enable_file_upload',
    ],
  },
  {
    id: 'area',
    title: 'Service Area',
    fields: [
      'service_area_type',
      'service_area_radius',
      'service_area_zipcodes',
      'service_area_cities',
      'service_area_custom_description',
    ],
  },
  {
    id: 'hours',
    title: 'Estimation Call Availability',
    fields: [
      'business_hours',
      'call_hours',
      'appointment_kind',
      'appointment_minutes',
      'timezone',
      'cal_booking_url',
      'holidays_closed',
      'days_off',
    ],
  },
  { id: 'escalation', title: 'Escalation Contact', fields: ['escalation_email', 'takeover_minutes'] },
  { id: 'installation', title: 'Installation', fields: ['allowed_domains'] },
] as const satisfies readonly { id: string; title: string; fields: readonly SettingsField[] }[]

export type SettingsSection = (typeof SETTINGS_SECTIONS)[number]
export type SectionId = SettingsSection['id']
type PlacedField = SettingsSection['fields'][number]

/** Fails to compile if a field of the contract is not in any section. */
const everyFieldIsPlaced: [Exclude<SettingsField, PlacedField>] extends [never] ? true : never = true
void everyFieldIsPlaced

/** The fields in screen order. */
export const FIELD_ORDER: readonly SettingsField[] = SETTINGS_SECTIONS.flatMap(({ fields }) => [...fields])

export function sectionOf(field: SettingsField): SectionId {
  const holds = ({ fields }: SettingsSection) => (fields as readonly SettingsField[]).includes(field)
  return SETTINGS_SECTIONS.find(holds)?.id ?? 'business'
}

/** Compares objects that refer to a field, by screen order. */
export function byFieldOrder(a: { field: SettingsField }, b: { field: SettingsField }): number {
  return FIELD_ORDER.indexOf(a.field) - FIELD_ORDER.indexOf(b.field)
}

/** The completeness of a section, based on the fields that count (section 5). */
export interface SectionProgress {
  /** The weighted percentage, 0 to 100. Null if no field of the section counts. */
  percentage: number | null
  /** The labels of the missing required fields. */
  missing: readonly string[]
}

export function sectionProgress(id: SectionId, profile: CompletenessProfile): SectionProgress {
  const counted = COMPLETENESS_FIELDS.filter(({ field }) => sectionOf(field) === id)
  const filled = counted.filter(({ field }) => isFilled(profile[field]))
  const weigh = (fields: readonly { weight: number }[]) => fields.reduce((sum, { weight }) => sum + weight, 0)
  const missing = counted.filter(({ field, required }) => required && !isFilled(profile[field]))
  return {
    percentage: counted.length === 0 ? null : Math.round((weigh(filled) / weigh(counted)) * 100),
    missing: missing.map(({ label }) => label),
  }
}

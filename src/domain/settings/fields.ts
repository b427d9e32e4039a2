import { ENTERPRISE_FIELDS, Profile } from '../../contract/profile.ts'
import type { SettingsField } from './settings.ts'

export type FieldKind = 'email' | 'tel' | 'url'

/** A field of the form, apart from what the contract says about it: its type, limit, and default. */
export interface FieldInfo {
  label: string
  /** The notation of a text. It decides the input, the checks, and how the text is tidied. */
  kind?: FieldKind
  /** Whether the field carries an asterisk (section 2). */
  isRequired?: true
  /** Whether an API without conversations lacks the field. */
  needsConversations?: true
}

/** Section 2, Settings: the sections with their fields, both in screen order. */
export const SETTINGS_SECTIONS = [
  {
    id: 'business',
    title: 'Business Information',
    fields: {
      business_name: { label: 'Business Name', isRequired: true },
      website_url: { label: 'Website', kind: 'url' },
      phone: { label: 'Phone Number', kind: 'tel', isRequired: true },
      email: { label: 'Email Address', kind: 'email', isRequired: true },
      address: { label: 'Address' },
      address_details: { label: 'Address on the map' },
    },
  },
  {
    id: 'voice',
    title: 'Agent Voice',
    fields: {
      agent_name: { label: 'Agent Name', isRequired: true },
      personality_tone: { label: 'Personality Tone' },
      use_emojis: { label: 'Use Emojis' },
      prompt_summary: { label: 'Agent Summary' },
    },
  },
  {
    id: 'phone',
    title: 'Phone',
    fields: {
      answers_calls: { label: 'Let the Agent Answer Calls' },
      transfer_phone: { label: 'Transfer Calls To' },
      ring_first: { label: 'Who Answers First' },
      text_back: { label: 'Text Back Missed Calls' },
      text_back_message: { label: 'Text' },
      blocked_numbers: { label: 'Blocked Numbers' },
    },
  },
  {
    id: 'services',
    title: 'Services Offered',
    fields: {
      services_offered: { label: 'Services' },
      services_spanish: { label: 'Spanish Names' },
      services_description: { label: 'Services Description' },
    },
  },
  {
    id: 'pricing',
    title: 'Pricing & Qualification Notes',
    fields: {
      pricing_notes: { label: 'Pricing & Qualification Notes' },
      private_notes: { label: 'Private Notes' },
    },
  },
  {
    id: 'faqs',
    title: 'Frequently Asked Questions',
    fields: { faqs: { label: 'Frequently Asked Questions' } },
  },
  {
    id: 'questions',
    title: 'Lead Qualification Questions',
    fields: { questions: { label: 'Lead Qualification Questions' } },
  },
  {
    id: 'design',
    title: 'Design',
    fields: {
      widget_color: { label: 'Widget Color' },
      primary_color: { label: 'Brand Color' },
      welcome_heading: { label: 'Welcome Heading' },
      welcome_tagline: { label: 'Welcome Tagline' },
      button_text: { label: 'Button Text' },
      closed_button_text: { label: 'Closed Button Text' },
      offline_message: { label: 'Offline Message' },
      reply_time: { label: 'Reply Time' },
      bubble_position: { label: 'Bubble Position' },
      bubble_type: { label: 'Bubble Type' },
      bubble_launcher_title: { label: 'Bubble Launcher Title' },
      show_branding: { label: ENTERPRISE_FIELDS.show_branding },
      enable_file_upload: { label: ENTERPRISE_FIELDS.enable_file_upload },
    },
  },
  {
    id: 'area',
    title: 'Service Area',
    fields: {
      service_area_type: { label: 'Service Area' },
      service_area_radius: { label: 'Radius (miles)' },
      service_area_zipcodes: { label: 'ZIP Codes' },
      service_area_cities: { label: 'Cities' },
      service_area_custom_description: { label: 'Description of the area' },
    },
  },
  {
    id: 'hours',
    title: 'Estimation Call Availability',
    fields: {
      business_hours: { label: 'Hours' },
      call_hours: { label: 'Appointment Hours' },
      appointment_kind: { label: 'Appointment' },
      appointment_minutes: { label: 'Length' },
      timezone: { label: 'Time Zone' },
      cal_booking_url: { label: 'Booking Link', kind: 'url' },
      holidays_closed: { label: 'Holidays' },
      days_off: { label: 'Days Off' },
    },
  },
  {
    id: 'escalation',
    title: 'Escalation Contact',
    fields: {
      escalation_email: { label: 'Escalation Email', kind: 'email', isRequired: true },
      takeover_minutes: { label: 'Let the Agent Take Over Again After', needsConversations: true },
    },
  },
  {
    id: 'installation',
    title: 'Installation',
    fields: { allowed_domains: { label: 'Allowed Websites', needsConversations: true } },
  },
] as const satisfies readonly {
  id: string
  title: string
  fields: Readonly<Partial<Record<SettingsField, FieldInfo>>>
}[]

export type SettingsSection = (typeof SETTINGS_SECTIONS)[number]
export type SectionId = SettingsSection['id']

type FieldOf<Section> = Section extends { fields: infer Fields } ? keyof Fields : never

/** Fails to compile if a field of the contract is not in any section. */
const everyFieldIsPlaced: [Exclude<SettingsField, FieldOf<SettingsSection>>] extends [never] ? true : never =
  true
void everyFieldIsPlaced

/** All fields, in screen order. */
export const SETTINGS_FIELDS = Object.assign(
  {},
  ...SETTINGS_SECTIONS.map(({ fields }) => fields),
) as Readonly<Record<SettingsField, FieldInfo>>

/** The fields in screen order. */
export const FIELD_ORDER = Object.keys(SETTINGS_FIELDS) as readonly SettingsField[]

export const titleOf = (id: SectionId): string =>
  SETTINGS_SECTIONS.find((each) => each.id === id)?.title ?? ''

export function sectionOf(field: SettingsField): SectionId {
  return SETTINGS_SECTIONS.find(({ fields }) => field in fields)?.id ?? 'business'
}

/** Compares objects that refer to a field, by screen order. */
export function byFieldOrder(a: { field: SettingsField }, b: { field: SettingsField }): number {
  return FIELD_ORDER.indexOf(a.field) - FIELD_ORDER.indexOf(b.field)
}

/** The parts of the contract's schemas that this module reads. */
interface Schema {
  type: string
  wrapped?: Schema
  default?: unknown
  pipe?: readonly { type: string; requirement?: number }[]
}

const schemaOf = (field: SettingsField) =>
  (Profile.entries as Partial<Record<SettingsField, unknown>>)[field] as Schema | undefined

/** Returns the contract's maximum length of a text; undefined for other fields. */
export function mostCharacters(field: SettingsField): number | undefined {
  let schema = schemaOf(field)
  while (schema?.wrapped) schema = schema.wrapped
  return schema?.type === 'string'
    ? schema.pipe?.find(({ type }) => type === 'max_length')?.requirement
    : undefined
}

/** Returns whether an API can lack the field; the screen then doesn't show it. */
export function canBeMissing(field: SettingsField): boolean {
  const schema = schemaOf(field)
  return schema?.type === 'optional' && schema.default === undefined
}

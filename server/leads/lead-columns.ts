import { sql } from 'kysely'
import type { AppointmentKind } from '../../src/contract/appointments.ts'
import type { ExtractedMetadata, Lead } from '../../src/contract/leads.ts'
import type { Database } from '../db/schema.ts'

type Column = keyof Lead & keyof Database['leads']

const NOTHING_EXTRACTED: ExtractedMetadata = {
  name: null,
  email: null,
  phone: null,
  address: null,
  service_needs: null,
  service_additional_info: null,
  property_size: null,
  budget: null,
  timeline: null,
  service_availability: null,
}

const column = <T, Name extends Column>(name: Name) => sql.ref<T>(`leads.${name}`).as(name)
const text = <Name extends Column>(name: Name) => column<string, Name>(name)
const optionalText = <Name extends Column>(name: Name) => column<string | null, Name>(name)

/** Selects a timestamp in ISO 8601 in UTC, with milliseconds. */
function instant<T extends string | null, Name extends Column>(name: Name) {
  return sql<T>`to_char(${sql.ref(`leads.${name}`)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`.as(
    name,
  )
}

/** Selects what a booking is; null without one. */
const ofBooking = <T, Name extends Column>(name: Name) =>
  sql<T | null>`case when leads.booking_start_time is not null then ${sql.ref(`leads.${name}`)} end`.as(name)

/**
 * The columns of a lead: every field of the contract in its JSON form, so that a row is a `Lead`. Fields that
 * the agent did not extract are null.
 */
export const LEAD_COLUMNS = [
  text('id'),
  optionalText('conversation_id'),
  text('status'),
  text('source'),
  optionalText('prospect_name'),
  optionalText('contact_name'),
  optionalText('prospect_email'),
  optionalText('contact_email'),
  optionalText('prospect_phone'),
  optionalText('contact_phone'),
  optionalText('prospect_address'),
  optionalText('property_address'),
  optionalText('property_size'),
  optionalText('service_interest'),
  optionalText('service_availability'),
  optionalText('timeline'),
  optionalText('budget'),
  optionalText('service_additional_info'),
  optionalText('notes'),
  optionalText('loss_reason'),
  optionalText('automatic_reason'),
  instant<string | null, 'automatic_at'>('automatic_at'),
  instant<string | null, 'answered_at'>('answered_at'),
  optionalText('page'),
  optionalText('utm_source'),
  optionalText('utm_medium'),
  optionalText('utm_campaign'),
  column<boolean, 'is_test'>('is_test'),
  instant<string, 'created_at'>('created_at'),
  instant<string, 'updated_at'>('updated_at'),
  optionalText('converted_to_booking_id'),
  instant<string | null, 'booking_start_time'>('booking_start_time'),
  ofBooking<AppointmentKind, 'booking_kind'>('booking_kind'),
  ofBooking<number, 'booking_minutes'>('booking_minutes'),
  optionalText('booking_status'),
  optionalText('booking_calcom_event_id'),
  optionalText('booking_url'),
  sql<ExtractedMetadata | null>`case jsonb_typeof(leads.extracted_metadata)
    when 'object' then ${JSON.stringify(NOTHING_EXTRACTED)}::jsonb || leads.extracted_metadata
  end`.as('extracted_metadata'),
] as const

import type { Lead } from '../../src/contract/leads.ts'

/** Returns a lead without any details except the given fields. */
export function buildLead(fields: Partial<Lead> = {}): Lead {
  return {
    id: 'lead_1',
    conversation_id: 'conv_1',
    status: 'new',
    source: 'chat',
    prospect_name: null,
    contact_name: null,
    prospect_email: null,
    contact_email: null,
    prospect_phone: null,
    contact_phone: null,
    prospect_address: null,
    property_address: null,
    property_size: null,
    service_interest: null,
    service_availability: null,
    timeline: null,
    budget: null,
    service_additional_info: null,
    notes: null,
    loss_reason: null,
    automatic_reason: null,
    automatic_at: null,
    created_at: '2026-11-20T12:00:00.000Z',
    updated_at: '2026-11-20T12:00:00.000Z',
    converted_to_booking_id: null,
    booking_start_time: null,
    booking_status: null,
    booking_calcom_event_id: null,
    booking_url: null,
    extracted_metadata: null,
    ...fields,
  }
}

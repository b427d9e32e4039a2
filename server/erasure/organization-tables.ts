/**
 * The tables with data that an organization and its visitors have entered, each with the column that orders its rows.
 */
export const DATA_TABLES = {
  profiles: 'organization_id',
  onboarding_steps: 'step',
  lead_import_rows: 'id',
  lead_imports: 'id',
  leads: 'id',
  lead_activity: 'id',
  tasks: 'id',
  conversations: 'id',
  messages: 'id',
  calls: 'id',
  visitor_presence: 'conversation_id',
  photos: 'id',
  saved_replies: 'id',
  asked_questions: 'id',
  faqs: 'id',
  qualification_questions: 'id',
  integration_connections: 'provider',
  integration_requests: 'integration',
  calendar_sources: 'id',
  calendar_connections: 'service',
  calendar_events: 'booking_id',
  past_bookings: 'booking_id',
  hubspot_connections: 'organization_id',
  hubspot_links: 'lead_id',
  hubspot_transfers: 'id',
  notification_settings: 'organization_id',
  push_devices: 'id',
  notifications: 'id',
  alert_recipients: 'address',
  phone_lines: 'phone',
  own_numbers: 'phone',
  missed_calls: 'id',
  email_opt_outs: 'email',
  sms_opt_outs: 'phone',
  sms_consents: 'phone',
  webhook_deliveries: 'id',
  webhook_endpoints: 'id',
  api_keys: 'id',
  former_admins: 'user_id',
} as const

/** Secrets and pending events, which are erased with the data but never exported. */
export const SECRET_TABLES = [
  'oauth_states',
  'preview_passes',
  'calendar_feeds',
  'webhook_events',
  'text_routes',
  'alert_talks',
  'text_alerts',
] as const

/**
 * Data that is exported, but kept until the identity provider deletes the organization: the provider's reports, and the
 * slugs used on websites.
 */
export const ACCOUNT_TABLES = { members: 'id', subscription_items: 'id', served_slugs: 'slug' } as const

/** The IDs of removed leads, without any other data. They are kept for 30 days and erased with the organization. */
export const TRACE_TABLES = ['lead_removals'] as const

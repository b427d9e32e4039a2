import type { JsonSchema } from '@valibot/to-json-schema'
import { recordCall } from '../../src/contract/activity.ts'
import { API_KEY_PREFIX } from '../../src/contract/api-keys.ts'
import { bookCall } from '../../src/contract/bookings.ts'
import { postInboxMessage } from '../../src/contract/conversations.ts'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { createLead, updateLead } from '../../src/contract/leads.ts'
import { putNotificationSettings } from '../../src/contract/notification-settings.ts'
import { createTask, updateTask } from '../../src/contract/tasks.ts'
import { createWebhook, updateWebhook } from '../../src/contract/webhooks.ts'

const TIME = '2026-12-01T15:00:00.000Z'

/** What programs typically send, where a value for each property would make no sense. */
export const BODIES: ReadonlyMap<Endpoint, unknown> = new Map<Endpoint, unknown>([
  [
    createLead,
    {
      id: 'form-1',
      contact_name: 'Ada Byron',
      contact_email: 'ada@example.com',
      contact_phone: '614-555-0188',
      service_interest: 'Lawn mowing',
    },
  ],
  [updateLead, { budget: '$60 a visit', add_note: 'The gate is on the left' }],
  [recordCall, { id: 'call-1', outcome: 'answered' }],
  [bookCall, { id: 'visit-1', start_time: TIME }],
  [createTask, { id: 'task-1', text: 'Call back about the gate', due_at: TIME }],
  [updateTask, { done: true }],
  [
    postInboxMessage,
    { client_id: 'reply-1', message_type: 'outgoing', content: 'We can come on Friday at 9.' },
  ],
  [
    createWebhook,
    { id: 'hook-1', url: 'https://hooks.example.com/fieldhand', events: ['lead.created', 'lead.updated'] },
  ],
  [updateWebhook, { is_paused: true }],
  [putNotificationSettings, { summary_time: '07:00' }],
])

/** Plausible values by the name of the property or parameter. The others follow from their schema. */
const BY_NAME: Record<string, unknown> = {
  id: 'form-1',
  client_id: 'reply-1',
  orgId: 'org_2x4Qd',
  'X-Organization-ID': 'org_2x4Qd',
  leadId: 'form-1',
  taskId: 'task-1',
  webhookId: 'hook-1',
  conversationId: 'conv_5Rt8',
  conversation_id: 'conv_5Rt8',
  messageId: 'message_3Wq6',
  since: '7f3a',
  page: '/pricing',
  booking_minutes: 30,
  lead_id: 'form-1',
  source: 'manual',
  name: 'Ada Byron',
  contact_name: 'Ada Byron',
  prospect_name: 'Ada Byron',
  visitor_name: 'Ada Byron',
  author_name: 'Olivia Greene',
  taken_by_name: 'Olivia Greene',
  created_by_name: 'Olivia Greene',
  email: 'ada@example.com',
  contact_email: 'ada@example.com',
  prospect_email: 'ada@example.com',
  reply_email: 'ada@example.com',
  escalation_email: 'olivia@example.com',
  phone: '+16145550188',
  contact_phone: '614-555-0188',
  prospect_phone: '614-555-0188',
  reply_phone: '(614) 555-0188',
  prospect_address: '12 Elm Street, Columbus, OH 43215',
  property_address: '12 Elm Street, Columbus, OH 43215',
  address: '12 Elm Street, Columbus, OH 43215',
  full_address: '12 Elm Street, Columbus, OH 43215',
  property_size: '0.25 acres',
  service_interest: 'Lawn mowing',
  service_availability: 'Weekday mornings',
  service_needs: 'Lawn mowing',
  timeline: 'This week',
  budget: '$60 a visit',
  notes: 'The gate is on the left',
  add_note: 'The gate is on the left',
  business_name: 'Green Acres Lawn & Landscape',
  agent_name: 'Sam',
  services_offered: ['Lawn Mowing'],
  question: 'Are you insured?',
  question_text: 'How large is the property?',
  answer: 'Yes, fully.',
  content: 'We can come on Friday at 9. Does that work?',
  text: 'Call back about the gate',
  message: 'The requested lead could not be found.',
  message_type: 'outgoing',
  last_author: 'visitor',
  last_excerpt: 'Do you mow on Fridays?',
  transcript: 'Visitor: Do you mow on Fridays?\nAgent: Yes, we do.',
  author: 'person',
  channel: 'website_chat',
  url: 'https://hooks.example.com/fieldhand',
  website_url: 'https://greenacres.example.com',
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  secret_hint: 'LaSw',
  events: ['lead.created', 'booking.confirmed'],
  scopes: ['leads:read', 'leads:write'],
  token: `${API_KEY_PREFIX}…`,
  hint: 'k3Tz',
  color: '#1f93ff',
  primary_color: '#1f93ff',
  widget_color: '#1f93ff',
  timezone: 'America/New_York',
  openTime: '08:00',
  closeTime: '17:00',
  due_at: TIME,
  start_time: TIME,
  date_from: '2026-11-01',
  date_to: '2026-11-30',
  from: '2026-11-01',
  to: '2026-11-30',
  quiet_hours: { from: '21:00', to: '07:00' },
  code: '12345678',
  limit: '20',
  cursor: '42',
  search: 'ada',
  q: 'mowing',
  body: '{"type":"test"}',
}

/** Values of the properties of a schema that say more than those by name. */
const OF_SCHEMAS: Record<string, object> = {
  Lead: { status: 'new', booking_kind: null, booking_minutes: null, extracted_metadata: null },
  Task: { id: 'task-1' },
  ActivityEvent: {
    id: 'event_7Kd2',
    type: 'note',
    actor: { kind: 'person', id: 'user_4Lp9', name: 'Olivia Greene' },
    data: { text: 'The gate is on the left' },
  },
  InboxConversation: {
    id: 'conv_5Rt8',
    status: 'agent',
    taken_by_name: null,
    booking_kind: null,
    booking_minutes: null,
  },
  InboxMessage: { id: 'message_3Wq6', photos: [] },
  Webhook: { id: 'hook-1', status: 'active', secret: null },
  ApiKey: { id: 'key_8Hn1', name: 'Zapier' },
  Organization: { id: 'org_2x4Qd', name: 'Green Acres Lawn & Landscape' },
}

/** Values for what has no name above, but a pattern. */
const OF_PATTERNS = [
  ...['21:00', '#1F93FF', '12345678', 'form-1', 'property_size'],
  ...[`AC${'1f'.repeat(16)}`, '9f'.repeat(32)],
]

/** The schema behind a reference, by its name. */
export type Definitions = Record<string, JsonSchema>

/** Returns a plausible value that fits a schema. The optional properties of an object are included. */
export function exampleOf(schema: JsonSchema, definitions: Definitions, name = ''): unknown {
  const named = BY_NAME[name]
  if (named !== undefined && fits(named, schema)) return named
  if (schema.$ref) {
    const reference = nameIn(schema.$ref)
    const value = exampleOf(definitions[reference] ?? {}, definitions, name)
    return isObject(value) ? { ...value, ...OF_SCHEMAS[reference] } : value
  }
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const [first, ...others] = (schema.anyOf ?? schema.oneOf ?? []) as JsonSchema[]
  const canBeNull = others.some(({ type }) => type === 'null')
  if (first) return canBeNull && isUnknownText(first) ? null : exampleOf(first, definitions, name)
  const parts = (schema.allOf ?? []) as JsonSchema[]
  if (parts.length > 0)
    return Object.assign({}, ...parts.map((part) => exampleOf(part, definitions, name) as object))
  return byType(schema, definitions, name)
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const isUnknownText = ({ type, pattern }: JsonSchema) => type === 'string' && pattern === undefined

function byType(schema: JsonSchema, definitions: Definitions, name: string): unknown {
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, part]) => [
          key,
          exampleOf(part as JsonSchema, definitions, key),
        ]),
      )
    case 'array':
      return schema.items ? [exampleOf(schema.items as JsonSchema, definitions, name)] : []
    case 'number':
    case 'integer':
      return schema.minimum ?? 1
    case 'boolean':
      return false
    case 'null':
      return null
    default:
      return textOf(schema, name)
  }
}

function textOf({ format, pattern, maxLength }: JsonSchema, name: string): string {
  if (format === 'uri') return 'https://example.com/'
  if (format === 'date-time' || (!pattern && /_(at|until|time)$/.test(name))) return TIME
  if (format === 'date') return TIME.slice(0, 10)
  const words = name.replaceAll('_', ' ').slice(0, maxLength)
  if (pattern === undefined) return words
  return [words, ...OF_PATTERNS].find((text) => new RegExp(pattern, 'u').test(text)) ?? words
}

/** Returns whether a value is of the schema's type, which may be one of several. */
function fits(value: unknown, schema: JsonSchema): boolean {
  const options = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined
  if (options) return options.some((option) => fits(value, option))
  if (schema.enum || schema.const !== undefined)
    return (schema.enum ?? [schema.const]).includes(value as never)
  if (Array.isArray(value)) {
    const items = schema.items as JsonSchema | undefined
    return schema.type === 'array' && items !== undefined && value.every((each) => fits(each, items))
  }
  if (typeof value === 'object') return schema.type === 'object'
  if (typeof value === 'number') return schema.type === 'number' || schema.type === 'integer'
  if (typeof value !== 'string' || schema.type !== 'string') return false
  if (schema.format === 'date-time') return value === TIME
  return schema.pattern === undefined || new RegExp(schema.pattern, 'u').test(value)
}

const nameIn = (reference: string) => reference.slice(reference.lastIndexOf('/') + 1)

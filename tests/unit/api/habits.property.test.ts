import fc from 'fast-check'
import type { GenericSchema } from 'valibot'
import { expect, it, vi } from 'vitest'
import { readReply } from '../../../src/api/response.ts'
import { parseInTurns, parseResponse } from '../../../src/api/tolerant-response.ts'
import { getFaqs, getQuestions } from '../../../src/contract/knowledge.ts'
import { getConversation, getLeadStats, LEAD_STATUSES, listLeads } from '../../../src/contract/leads.ts'
import { getOnboardingProgress } from '../../../src/contract/onboarding.ts'
import { getOrganization, getSetupStatus } from '../../../src/contract/organizations.ts'
import { DAYS, getProfile } from '../../../src/contract/profile.ts'
import { repetitions } from '../../support/thorough.ts'

const word = fc.stringMatching(/^[A-Z][a-zé]{2,8}( [a-z]{2,8}){0,2}$/)
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null })
const count = fc.nat({ max: 99_999 })
const id = fc.nat({ max: 1e9 }).map(String)
const instant = fc
  .date({ min: new Date('2001-09-10'), max: new Date('2286-01-01'), noInvalidDate: true })
  .map((date) => `${date.toISOString().slice(0, 19)}.000Z`)
const words = fc.array(word, { minLength: 1, maxLength: 4 })
const clock = fc
  .tuple(fc.nat({ max: 23 }), fc.nat({ max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))

const lead = fc.record({
  id,
  conversation_id: optional(id),
  status: fc.constantFrom(...LEAD_STATUSES),
  prospect_name: optional(word),
  contact_email: optional(word.map((text) => `${text.replaceAll(' ', '.')}@example.com`)),
  service_interest: optional(words.map((list) => list.join(', '))),
  budget: optional(count.map(String)),
  created_at: instant,
  updated_at: instant,
  booking_start_time: optional(instant),
  extracted_metadata: optional(
    fc.record({ name: optional(word), service_needs: optional(words.map((list) => list.join(', '))) }),
  ),
})
const message = fc.record({
  id,
  message_type: fc.constantFrom('incoming', 'outgoing'),
  content: word,
  created_at: instant,
})
const profile = fc.record({
  business_name: optional(word),
  phone: optional(fc.stringMatching(/^[1-9]\d{9}$/)),
  use_emojis: fc.boolean(),
  show_branding: fc.boolean(),
  services_offered: words,
  service_area_zipcodes: fc.array(fc.stringMatching(/^[1-9]\d{4}$/), { minLength: 1, maxLength: 4 }),
  service_area_cities: words,
  service_area_radius: fc.integer({ min: 1, max: 100 }),
  business_hours: fc
    .subarray([...DAYS], { minLength: 1 })
    .chain((days) =>
      fc.tuple(
        ...days.map((day) =>
          fc.record({ day: fc.constant(day), isOpen: fc.boolean(), openTime: clock, closeTime: clock }),
        ),
      ),
    ),
})

/** What an API of section 7 returns, in the notation of the specification. */
const RESPONSES: [string, GenericSchema, fc.Arbitrary<unknown>][] = [
  ['leads', listLeads.reply, fc.array(lead, { minLength: 1, maxLength: 5 })],
  [
    'stats',
    getLeadStats.reply,
    fc.record({
      total: count,
      new: count,
      converted: count,
      lost: count,
      conversion_rate: fc.nat({ max: 100 }),
    }),
  ],
  [
    'conversation',
    getConversation.reply,
    fc.record({ messages: fc.array(message, { minLength: 1, maxLength: 5 }) }),
  ],
  ['profile', getProfile.reply, profile],
  [
    'faqs',
    getFaqs.reply,
    fc.array(fc.record({ id, question: word, answer: word, order_index: fc.nat({ max: 99 }) }), {
      minLength: 1,
      maxLength: 5,
    }),
  ],
  [
    'questions',
    getQuestions.reply,
    fc.array(fc.record({ question_text: word, order_index: fc.nat({ max: 99 }) }), {
      minLength: 1,
      maxLength: 5,
    }),
  ],
  [
    'organization',
    getOrganization.reply,
    fc.record({
      id,
      name: word,
      subscription_status: fc.constantFrom('trialing', 'active'),
      plan: fc.constant('starter_alpha_'),
      trial_ends_at: optional(instant),
    }),
  ],
  [
    'setup status',
    getSetupStatus.reply,
    fc.record({ organization: fc.boolean(), agent: fc.boolean(), crm: fc.boolean(), billing: fc.boolean() }),
  ],
  [
    'progress',
    getOnboardingProgress.reply,
    fc.record({
      current_step: fc.integer({ min: 1, max: 3 }),
      completed_steps: fc.nat({ max: 3 }),
      is_complete: fc.boolean(),
    }),
  ],
]

type Pick = (most: number) => number

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
const instants: ((text: string) => unknown)[] = [
  (text) => text,
  (text) => text.replace('.000Z', ''),
  (text) => text.replace('T', ' ').replace('.000Z', '+00:00'),
  (text) => new Date(text).toUTCString(),
  (text) => new Date(text).toString(),
  (text) => Date.parse(text),
  (text) => String(Date.parse(text)),
  (text) => String(Date.parse(text) / 1_000),
  (text) => new Date(text).toLocaleString('en-US', { timeZone: 'UTC' }),
  (text) =>
    new Date(text)
      .toLocaleString('en-US', { timeZone: 'UTC', dateStyle: 'long', timeStyle: 'medium' })
      .replace(' at ', ' '),
]
const booleans: ((value: boolean) => unknown)[] = [
  (value) => value,
  Number,
  String,
  (value) => (value ? 'Yes' : 'No'),
  (value) => (value ? '1' : '0'),
  (value) => (value ? 'on' : 'off'),
  (value) => String(value).toUpperCase(),
]
const lists: ((list: string[]) => unknown)[] = [
  (list) => list,
  (list) => list.join(','),
  (list) => list.join(', '),
  (list) => list.join('\n'),
  (list) => JSON.stringify(list),
  (list) => ({ ...list }),
  (list) => list.map((name) => ({ id: 1, name })),
  (list) => [null, ...list],
]
const wrappers: ((value: unknown) => unknown)[] = [
  (value) => value,
  (data) => ({ data }),
  (data) => ({ success: true, message: 'OK', data }),
  (results) => ({ count: 1, next: null, previous: null, results }),
  (data) => ({ status: 'success', data, error: null, errors: [] }),
  (value) => ({ response: { items: value } }),
]
const KNOWN = ['status', 'subscription_status', 'message_type', 'day']

/** Writes a value in other notations that keep its meaning. */
function rewritten(value: unknown, pick: Pick, name = ''): unknown {
  const one = <Item>(items: readonly Item[]) => items[pick(items.length)] as Item
  if (value === null) return pick(2) ? null : undefined
  if (typeof value === 'boolean') return one(booleans)(value)
  if (typeof value === 'number')
    return one<unknown>([value, String(value), value.toLocaleString('en-US'), `${value}.0`])
  if (typeof value === 'string') return rewrittenText(value, one, name)
  if (!Array.isArray(value)) {
    const fields = Object.entries(value as object).map(([key, each]) => [key, rewritten(each, pick, key)])
    const written = Object.fromEntries(fields)
    return name === 'extracted_metadata' && pick(2) ? JSON.stringify(written) : written
  }
  if (typeof value[0] === 'string') return one(lists)(value)
  const items = value.map((each) => rewritten(each, pick))
  if (name === 'business_hours' && pick(2))
    return Object.fromEntries(value.map(({ day }, at) => [day, items[at]]))
  return name !== '' && pick(2) ? JSON.stringify(items) : items
}

function rewrittenText(text: string, one: <Item>(items: readonly Item[]) => Item, name: string): unknown {
  if (INSTANT.test(text)) return one(instants)(text)
  if (name === 'message_type')
    return one<unknown>([
      text,
      text.toUpperCase(),
      text === 'incoming' ? 0 : 1,
      text === 'incoming' ? '0' : '1',
    ])
  if (KNOWN.includes(name))
    return one([text, text.toUpperCase(), `${text.charAt(0).toUpperCase()}${text.slice(1)}`])
  if (name === 'id' || name.endsWith('_id') || name === 'phone') return one<unknown>([text, Number(text)])
  if (name.endsWith('Time')) return one([text, `${text}:00`])
  if (['service_interest', 'service_needs'].includes(name)) return one<unknown>([text, text.split(', ')])
  return text
}

it.each(RESPONSES)(
  '%s in the habits of other APIs are read as in those of the specification',
  async (_, schema, values) => {
    vi.spyOn(console, 'warn').mockReturnValue()
    await fc.assert(
      fc.asyncProperty(values, fc.infiniteStream(fc.nat()), async (value, random) => {
        const pick = (most: number) => (random.next().value as number) % most
        const plain = parseResponse(schema, JSON.stringify(value))
        const written = JSON.stringify(wrappers[pick(wrappers.length)]?.(rewritten(value, pick)))
        expect(parseResponse(schema, written), written).toEqual(plain)
        expect(await readReply(schema, written), written).toEqual(plain)
        expect(await readReply(schema, JSON.stringify(value))).toEqual(plain)
        expect(await parseInTurns(schema, written), written).toEqual(plain)
      }),
      { numRuns: repetitions(100, 5_000) },
    )
  },
)

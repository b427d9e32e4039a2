import fc from 'fast-check'
import type { GenericSchema } from 'valibot'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { ENDPOINTS } from '../../../server/api/endpoints.ts'
import { ApiError } from '../../../src/api/errors.ts'
import { readResponse, UNREADABLE } from '../../../src/api/read-response.ts'
import { parseResponse, parseWritten } from '../../../src/api/tolerant-response.ts'
import { readInboxConversation } from '../../../src/contract/conversations.ts'
import type { Endpoint } from '../../../src/contract/endpoint.ts'
import { LeadEvent } from '../../../src/contract/events.ts'
import { getFaqs, getQuestions } from '../../../src/contract/knowledge.ts'
import { Conversation, getLeadStats, Lead, listLeads } from '../../../src/contract/leads.ts'
import { OnboardingProgress } from '../../../src/contract/onboarding.ts'
import { getOrganization, getSetupStatus } from '../../../src/contract/organizations.ts'
import { DEFAULT_HOURS, DEFAULT_PROFILE, Profile, putProfile } from '../../../src/contract/profile.ts'
import { accepted } from '../../server/api/arbitrary.ts'
import { buildLead } from '../../support/build-lead.ts'

const read = <Schema extends GenericSchema>(schema: Schema, value: unknown) =>
  parseResponse(schema, JSON.stringify(value)) as v.InferOutput<Schema>

describe('the profile', () => {
  it.each([
    ['has no primary_color', { primary_color: undefined }, { primary_color: null }],
    ['has no timezone', { timezone: undefined }, { timezone: 'America/New_York' }],
    ['has null for a list', { service_area_zipcodes: null }, { service_area_zipcodes: [] }],
    ['has null for the hours', { business_hours: null }, { business_hours: DEFAULT_HOURS }],
    ['has null for a switch', { show_branding: null }, { show_branding: true }],
    [
      'has numbers instead of texts',
      { phone: 5550100, service_area_zipcodes: [43017] },
      { phone: '5550100', service_area_zipcodes: ['43017'] },
    ],
    ['has texts instead of numbers', { service_area_radius: '30' }, { service_area_radius: 30 }],
    ['has a text that is too long to send', { agent_name: 'x'.repeat(501) }, { agent_name: 'x'.repeat(501) }],
    [
      'has an address without coordinates',
      { address_details: { coordinates: null } },
      { address_details: null },
    ],
  ])('%s', (_, written, expected) => {
    const profile = { ...DEFAULT_PROFILE, business_name: 'Green Acres', ...written }
    const wanted = { ...DEFAULT_PROFILE, business_name: 'Green Acres', ...expected }
    expect(read(Profile, profile)).toEqual(wanted)
  })

  it.each([
    [{ day: 'Monday', isOpen: true, openTime: '07:30', closeTime: '16:00' }],
    [{ day: ' MON', isOpen: true, openTime: '07:30:00', closeTime: '16:00:00' }],
    [{ day: 'monday', isOpen: 1, openTime: '7:30', closeTime: '16:00:00.000' }],
    [{ day: 'Mon', isOpen: 'true', openTime: '07:30', closeTime: '16:00' }],
    [{ day: 1, isOpen: true, openTime: '7:30 AM', closeTime: '4:00 PM' }],
    [{ day: '1', isOpen: true, openTime: '7:30:00 am', closeTime: '4pm' }],
  ])('has a day written as %j', (day) => {
    const { business_hours } = read(Profile, { ...DEFAULT_PROFILE, business_hours: [day] })
    expect(business_hours).toEqual([{ day: 'monday', isOpen: true, openTime: '07:30', closeTime: '16:00' }])
  })

  it('uses default times for a day without valid times and drops unknown days', () => {
    const business_hours = [
      { day: 'Saturday', isOpen: false, openTime: null, closeTime: null },
      { day: 'friday', isOpen: true, openTime: '25:00', closeTime: 'late' },
      { day: 'someday', isOpen: true, openTime: '08:00', closeTime: '17:00' },
      { day: 'sunday' },
    ]
    const profile = read(Profile, { ...DEFAULT_PROFILE, business_hours })
    expect(profile.business_hours).toEqual([
      { day: 'saturday', isOpen: false, openTime: '09:00', closeTime: '15:00' },
      { day: 'friday', isOpen: true, openTime: '08:00', closeTime: '17:00' },
      { day: 'sunday', isOpen: false, openTime: '09:00', closeTime: '15:00' },
    ])
  })

  it('reads 24:00 as midnight and numbers as days from Sunday', () => {
    const business_hours = [0, 6, 7].map((day) => ({
      day,
      isOpen: true,
      openTime: '00:00',
      closeTime: '24:00',
    }))
    const profile = read(Profile, { ...DEFAULT_PROFILE, business_hours })
    expect(profile.business_hours.map(({ day }) => day)).toEqual(['sunday', 'saturday', 'sunday'])
    expect(profile.business_hours[0]).toMatchObject({ openTime: '00:00', closeTime: '00:00' })
  })

  it('has the default hours when no day can be read, and none when none is listed', () => {
    const hours = (business_hours: unknown) =>
      read(Profile, { ...DEFAULT_PROFILE, business_hours }).business_hours
    expect(hours([{ weekday: 'monday' }, { day: 'someday' }])).toEqual(DEFAULT_HOURS)
    expect(hours([])).toEqual([])
  })

  it('is the default profile without fields that an API can lack if the response is null or empty', () => {
    const {
      private_notes: _,
      services_spanish: _names,
      call_hours: _hours,
      answers_calls: _calls,
      transfer_phone: _transfer,
      ring_first: _ring,
      text_back: _texts,
      text_back_message: _message,
      blocked_numbers: _blocked,
      ...expected
    } = DEFAULT_PROFILE
    expect(read(Profile, null)).toEqual(expected)
    expect(read(Profile, {})).toEqual(expected)
  })

  it.each([
    [{ private_notes: 'Floor $38' }, 'Floor $38'],
    [{ private_notes: 'x'.repeat(30_000) }, 'x'.repeat(30_000)],
    [{ private_notes: null }, null],
    [{}, undefined],
    [{ private_notes: { note: 'x' } }, undefined],
  ])('shows whether the API has private notes: %#', (written, expected) => {
    const { private_notes: _, ...rest } = DEFAULT_PROFILE
    expect(read(Profile, { ...rest, ...written }).private_notes).toBe(expected)
    // An API that also lacks other fields.
    expect(read(Profile, { phone: '1', ...written }).private_notes).toBe(expected)
  })

  it.each([
    [{ services_spanish: { Mulching: 'Mantillo' } }, { Mulching: 'Mantillo' }],
    [{ services_spanish: { Mulching: 7, Edging: null } }, { Mulching: '7' }],
    [{ services_spanish: null }, null],
    [{}, undefined],
    [{ services_spanish: 'x' }, undefined],
  ])('shows whether the API has Spanish names of services: %#', (written, expected) => {
    const { services_spanish: _, ...rest } = DEFAULT_PROFILE
    expect(read(Profile, { ...rest, ...written }).services_spanish).toEqual(expected)
    expect(read(Profile, { phone: '1', ...written }).services_spanish).toEqual(expected)
  })

  const monday = { day: 'monday', isOpen: true, openTime: '15:00', closeTime: '17:00' }
  it.each([
    [{ call_hours: [monday] }, [monday]],
    [{ call_hours: { Mon: { isOpen: true, openTime: '3 PM', closeTime: '17:00:00' } } }, [monday]],
    [{ call_hours: [] }, []],
    [{ call_hours: null }, null],
    [{}, undefined],
    [{ call_hours: 'x' }, undefined],
  ])('shows whether the API has call hours: %#', (written, expected) => {
    const { call_hours: _, ...rest } = DEFAULT_PROFILE
    expect(read(Profile, { ...rest, ...written }).call_hours).toEqual(expected)
    expect(read(Profile, { phone: '1', ...written }).call_hours).toEqual(expected)
  })
})

describe('a conversation', () => {
  const thread = { conversation: { id: 'conv_1', last_message_at: '2026-11-20T12:00:00Z' }, messages: [] }

  it.each([
    [{}, null],
    [{ translation: null }, null],
    [{ translation: {} }, { is_ready: false, languages: {} }],
    [{ translation: 'yes' }, null],
    [{ translation: { is_ready: 1 } }, { is_ready: true, languages: {} }],
    [
      { translation: { is_ready: true, languages: { a: 'es', b: null } } },
      { is_ready: true, languages: { a: 'es' } },
    ],
  ])('shows whether the API translates it: %j', (written, expected) => {
    expect(read(readInboxConversation.reply, { ...thread, ...written }).translation).toEqual(expected)
  })
})

describe("requests and this server's responses", () => {
  it('are validated strictly', () => {
    const day = { day: 'Monday', isOpen: true, openTime: '07:30', closeTime: '16:00' }
    expect(v.is(Profile, { ...DEFAULT_PROFILE, business_hours: [day] })).toBe(false)
    expect(v.is(Profile, { ...DEFAULT_PROFILE, business_hours: null })).toBe(false)
    expect(v.is(putProfile.body as GenericSchema, { business_hours: [day] })).toBe(false)
    expect(v.is(Lead, buildLead({ created_at: '2026-11-20T12:00:00' }))).toBe(false)
    expect(v.is(Lead, buildLead({ created_at: '2026-11-20 12:00:00Z' }))).toBe(false)
    expect(v.is(Lead, { ...buildLead(), id: 17 })).toBe(false)
    expect(v.is(Lead, buildLead())).toBe(true)
  })
})

describe('an organization', () => {
  it('may lack its plan and all optional fields', () => {
    const plan = { subscription_status: null, plan: null, trial_ends_at: null, is_free: false, off: [] }
    const nothing = { id: '', name: '', ...plan }
    expect(read(getOrganization.reply, {})).toEqual(nothing)
    expect(read(getOrganization.reply, { id: 7, name: 'A', subscription_status: 'active' })).toEqual({
      ...nothing,
      id: '7',
      name: 'A',
      subscription_status: 'active',
    })
  })

  it('has billing set up if the status does not mention it', () => {
    expect(read(getSetupStatus.reply, { organization: true })).toEqual({
      organization: true,
      agent: false,
      crm: false,
      billing: true,
      former_admins: 0,
      last_former_admin_at: null,
    })
  })
})

describe('an instant', () => {
  const created = (created_at: unknown) =>
    read(listLeads.reply, [{ ...buildLead(), created_at, updated_at: '2026-11-21T00:00:00.000Z' }])[0]
      ?.created_at

  it.each([
    ['2026-11-20T12:00:00.123456Z', '2026-11-20T12:00:00.123456Z'],
    ['2026-11-20T12:00:00', '2026-11-20T12:00:00.000Z'],
    ['2026-11-20 12:00:00', '2026-11-20T12:00:00.000Z'],
    ['2026-11-20 12:00:00.5', '2026-11-20T12:00:00.500Z'],
    ['2026-11-20T12:00', '2026-11-20T12:00:00.000Z'],
    ['2026-11-20T07:00:00-05:00', '2026-11-20T12:00:00.000Z'],
    ['2026-11-20 12:00:00+00', '2026-11-20T12:00:00.000Z'],
    ['2026-11-20', '2026-11-20T00:00:00.000Z'],
    ['2026-11-20 12:00:00 UTC', '2026-11-20T12:00:00.000Z'],
    ['2026-11-20 12:00:00 GMT', '2026-11-20T12:00:00.000Z'],
    [1_795_176_000, '2026-11-20T12:00:00.000Z'],
    [1_795_176_000_123, '2026-11-20T12:00:00.123Z'],
  ])('%s is read as UTC', (written, instant) => {
    expect(created(written)).toBe(instant)
  })

  it.each([['yesterday'], [''], [null], [{}], ['2026-13-40T99:00:00'], [0], [-1], [1e30]])(
    '%j falls back to the default',
    (written) => expect(created(written)).toBe('2026-11-21T00:00:00.000Z'),
  )
})

describe('a list', () => {
  it('of leads accepts numbers as ids and texts, and fills in defaults', () => {
    const [lead] = read(listLeads.reply, [{ id: 17, conversation_id: 4, budget: 1200 }])
    expect(lead).toEqual({
      ...buildLead({ id: '17', conversation_id: '4', budget: '1200', source: 'unknown' }),
      created_at: '',
      updated_at: '',
    })
  })

  it('of FAQs accepts entries without ids', () => {
    expect(read(getFaqs.reply, [{ question: 'Q', answer: 'A', order_index: 0 }])).toEqual([
      { id: '', question: 'Q', answer: 'A', order_index: 0 },
    ])
    expect(read(getQuestions.reply, [{ question_text: 'Q' }])).toEqual([
      { question_text: 'Q', order_index: 0 },
    ])
  })

  it('of messages keeps those without a time or an id', () => {
    expect(
      read(Conversation, { messages: [{ content: 'Hi' }, { id: 3, message_type: 'incoming' }] }),
    ).toEqual({
      messages: [
        { id: '', message_type: '', content: 'Hi', photos: [], created_at: '' },
        { id: '3', message_type: 'incoming', content: '', photos: [], created_at: '' },
      ],
    })
  })
})

describe('counts', () => {
  const none = { total: 0, new: 0, converted: 0, lost: 0, conversion_rate: 0, by_source: {} }

  it('are derived from the others if missing', () => {
    expect(read(getLeadStats.reply, { new: 3, converted: '1', lost: null })).toEqual({
      ...none,
      total: 4,
      new: 3,
      converted: 1,
      conversion_rate: 25,
      by_status: { new: 3, converted: 1, lost: 0 },
    })
  })

  it.each([
    ['complete', { a: 1 }],
    ['damaged', { a: 1, b: [] }],
  ])('have no name that an object cannot have, in a %s response', (_, given) => {
    const by_source = JSON.parse(JSON.stringify(given).replace('{', '{"__proto__":2,'))
    expect(read(getLeadStats.reply, { ...none, by_source }).by_source).toEqual({ a: 1 })
  })

  it('are zero if none are given', () => {
    expect(read(getLeadStats.reply, {})).toEqual({
      ...none,
      by_status: { new: 0, converted: 0, lost: 0 },
    })
  })
})

describe('progress', () => {
  it.each([
    [
      { current_step: 0, completed_steps: 3, is_complete: true },
      { current_step: 0, completed_steps: 3, is_complete: true },
    ],
    [{ current_step: 2 }, { current_step: 2, completed_steps: 1, is_complete: false }],
    [{ completed_steps: 2 }, { current_step: 3, completed_steps: 2, is_complete: false }],
    [{ is_complete: true }, { current_step: 3, completed_steps: 3, is_complete: true }],
    [{ is_complete: false }, { current_step: 1, completed_steps: 0, is_complete: false }],
  ])('%j', (written, progress) => {
    expect(read(OnboardingProgress, written)).toEqual(progress)
  })
})

/** Fields without which their object is useless. */
const REQUIRED = new Set([
  'question',
  'question_text',
  'id',
  'day',
  'full_address',
  'latitude',
  'longitude',
  'auth_url',
  'lead_id',
  'conversation_id',
  'conversation',
  'settings',
  'channel',
  'endpoint',
  'type',
  'at',
  'text',
  'due_at',
  'from',
  'url',
])

type Path = readonly (string | number)[]

/** The paths of all fields of objects within a value that may be missing. */
function optionalFields(value: unknown, path: Path = []): Path[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => optionalFields(item, [...path, index]))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, field]) => {
    const own = [...path, name]
    return REQUIRED.has(name) ? [] : [own, ...optionalFields(field, own)]
  })
}

const DAMAGES = ['drop', null, 'mistyped', -1, [], {}, true, [[null]]] as const

/** A copy with the field at a path removed or replaced. */
function damaged(value: unknown, [step, ...rest]: Path, damage: (typeof DAMAGES)[number]): unknown {
  if (typeof value !== 'object' || value === null || step === undefined) return value
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string | number, unknown>
  if (rest.length > 0) copy[step] = damaged(copy[step], rest, damage)
  else if (damage === 'drop') delete copy[step]
  else copy[step] = damage
  return copy
}

const isWithin = (path: Path, outer: Path) => outer.every((step, index) => path[index] === step)

/** Expects everything in `before` to be in `after`, except at or around the given paths. */
function expectRest(before: unknown, after: unknown, apart: readonly Path[], path: Path = []): void {
  if (apart.some((each) => isWithin(path, each))) return
  if (typeof before !== 'object' || before === null || !apart.some((each) => isWithin(each, path))) {
    expect(after, path.join('.')).toEqual(before)
    return
  }
  for (const [name, field] of Object.entries(before)) {
    const step = Array.isArray(before) ? Number(name) : name
    expectRest(field, (after as Record<string, unknown>)[name], apart, [...path, step])
  }
}

const replies = (isAsked: (endpoint: Endpoint) => boolean) =>
  ENDPOINTS.filter(isAsked).flatMap(({ method, path, reply }): [string, GenericSchema][] =>
    reply === null ? [] : [[`${method} ${path}`, reply]],
  )
const replySchemas = [
  ...replies(({ access, method }) => access === 'member' && method === 'GET'),
  ...LeadEvent.options.map((option): [string, GenericSchema] => [
    `event ${option.entries.type.literal}`,
    option,
  ]),
]
const written = replies(({ access, method }) => access === 'member' && method !== 'GET')

describe.each(replySchemas)('%s', (_, schema) => {
  const damages = fc.array(fc.tuple(fc.nat(), fc.constantFrom(...DAMAGES)), { minLength: 1, maxLength: 4 })

  it('keeps the rest if optional fields are missing, null, or mistyped', () => {
    fc.assert(
      fc.property(accepted(schema), damages, (data, chosen) => {
        const sent = readResponse(schema, JSON.parse(JSON.stringify(data)))
        const fields = optionalFields(sent)
        const apart: Path[] = []
        let response: unknown = sent
        for (const [place, damage] of chosen) {
          const path = fields[place % fields.length]
          if (path === undefined) continue
          apart.push(path)
          response = damaged(response, path, damage)
        }
        const received = readResponse(schema, JSON.parse(JSON.stringify(response)))
        expect(received).not.toBe(UNREADABLE)
        expectRest(sent, received, apart)
      }),
    )
  })
})

/** Returns what a response to a write tells; undefined if it says that the write failed. */
function writtenIn(schema: GenericSchema, response: string): unknown {
  try {
    return parseWritten(schema, response)
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}

describe.each(written)('%s', (_, schema) => {
  it('reads only known fields from the response to a write', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 2 }), (response) => {
        const read = writtenIn(schema, JSON.stringify(response))
        // It says that the write failed.
        fc.pre(read !== undefined)
        if (read === null || !('entries' in schema)) return
        const known = Object.keys(schema.entries as object)
        expect(Object.keys(read as object).filter((name) => !known.includes(name))).toEqual([])
      }),
    )
  })
})

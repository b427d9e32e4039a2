import { beforeEach, describe, expect, it } from 'vitest'
import { getFaqs, getQuestions, putFaqs, putQuestions } from '../../../src/contract/knowledge.ts'
import {
  completeAgentStep,
  completeBusinessStep,
  completeScheduleStep,
  getOnboardingProgress,
} from '../../../src/contract/onboarding.ts'
import { getOrganization, getSetupStatus } from '../../../src/contract/organizations.ts'
import { DEFAULT_HOURS, DEFAULT_PROFILE, getProfile, putProfile } from '../../../src/contract/profile.ts'
import { call, clear, FRESH, GREEN } from '../../support/api.ts'
import { sharedServer } from '../../support/server.ts'

const server = await sharedServer()
const params = { orgId: FRESH }
const address = {
  full_address: '1 Elm Street, Springfield',
  coordinates: { latitude: 40.1, longitude: -75.2 },
  context: { place: { name: 'Springfield' } },
  properties: null,
}

beforeEach(() => clear(server, FRESH))

const monday = { day: 'monday', isOpen: true, openTime: '08:00', closeTime: '17:00' } as const
const splitMonday = (closeTime: string, openTime: string) => [
  { ...monday, closeTime },
  { ...monday, openTime },
]
const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`

describe('the organization', () => {
  it('returns its plan and trial, and nothing else', async () => {
    const { status, body } = await call(server, getOrganization, { params: { orgId: GREEN } })
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual([
      ...['id', 'is_free', 'name', 'off', 'plan', 'subscription_status', 'trial_ends_at'],
    ])
    expect(body).toMatchObject({
      id: GREEN,
      plan: 'starter_alpha_',
      subscription_status: 'trialing',
      is_free: false,
    })
  })

  it('counts the completed parts of the setup', async () => {
    const setup = async () => (await call(server, getSetupStatus, { params })).body
    const none = {
      organization: false,
      agent: false,
      crm: false,
      billing: false,
      former_admins: 0,
      last_former_admin_at: null,
    }
    expect(await setup()).toEqual(none)
    await call(server, putProfile, { params, body: { agent_name: '  ' } })
    expect(await setup()).toMatchObject({ agent: false })
    await call(server, putProfile, { params, body: { agent_name: 'Sage' } })
    const step = { business_name: 'Fresh Cut', address, service_area_radius: 5 }
    await call(server, completeBusinessStep, { params, body: step })
    const { db, clock } = server.deps
    await db
      .insertInto('integration_connections')
      .values({ organization_id: FRESH, provider: 'hubspot', account: 'x', connected_at: clock() })
      .execute()
    await db
      .updateTable('organizations')
      .set({ subscription_status: 'active' })
      .where('id', '=', FRESH)
      .execute()
    expect(await setup()).toMatchObject({ organization: true, agent: true, crm: true, billing: true })
  })
})

describe('the profile', () => {
  it('starts with the defaults', async () => {
    expect((await call(server, getProfile, { params })).body).toEqual(DEFAULT_PROFILE)
  })

  it.each(['show_branding', 'enable_file_upload'] as const)(
    'accepts an unchanged %s, and a change requires the Enterprise plan',
    async (field) => {
      const kept = await call(server, putProfile, { params, body: { [field]: true, phone: '1' } })
      expect([kept.status, kept.body.phone]).toEqual([200, '1'])
      const { status, body } = await call(server, putProfile, {
        params,
        body: { [field]: false, phone: '2' },
      })
      expect(status).toBe(403)
      expect(body.message).toMatch(/Enterprise/)
      expect(body.details).toEqual([{ path: field, message: body.message }])
      expect((await call(server, getProfile, { params })).body).toMatchObject({ [field]: true, phone: '1' })
    },
  )

  it.each(['cal_booking_url', 'website_url'] as const)('accepts only web links as %s', async (field) => {
    for (const url of [
      'javascript:alert(1)',
      ' JavaScript:alert(1)',
      'java\tscript:alert(1)',
      'data:text/html,x',
    ]) {
      const { status, body } = await call(server, putProfile, { params, body: { [field]: url } })
      expect([url, status]).toEqual([url, 400])
      expect(body.details).toEqual([{ path: field, message: 'A link must begin with https:// or http://' }])
    }
    for (const url of [
      'https://cal.example.com/a',
      'http://a.test',
      'example.com:8080/x',
      'ask us',
      '',
      null,
    ]) {
      const { status } = await call(server, putProfile, { params, body: { [field]: url } })
      expect([url, status]).toEqual([url, 200])
    }
  })

  it('keeps concurrent saves and returns the whole profile', async () => {
    await Promise.all([
      call(server, putProfile, { params, body: { phone: '555' } }),
      call(server, putProfile, { params, body: { email: 'a@b.test' } }),
      call(server, putProfile, { params, body: { pricing_notes: 'By the hour' } }),
    ])
    const { body } = await call(server, putProfile, { params, body: { use_emojis: true } })
    expect(body).toEqual({
      ...DEFAULT_PROFILE,
      phone: '555',
      email: 'a@b.test',
      pricing_notes: 'By the hour',
      use_emojis: true,
    })
    expect((await call(server, getProfile, { params })).body).toEqual(body)
  })

  it.each([
    ['21:00', '02:00', '02:00'],
    ['00:00', '24:00', '00:00'],
    ['00:00', '00:00', '00:00'],
    ['18:00', '24:00', '00:00'],
  ])('keeps hours from %s to %s, which end on the next day', async (openTime, closeTime, stored) => {
    const business_hours = [{ day: 'friday' as const, isOpen: true, openTime, closeTime }]
    const { status, body } = await call(server, putProfile, { params, body: { business_hours } })
    expect(status).toBe(200)
    expect(body.business_hours).toEqual([{ day: 'friday', isOpen: true, openTime, closeTime: stored }])
  })

  it('clears a field sent as null and ignores unknown fields', async () => {
    await call(server, putProfile, { params, body: { phone: '555' } })
    const body = { phone: null, subscription_status: 'active', organization_id: GREEN }
    expect((await call(server, putProfile, { params, body })).body).toEqual(DEFAULT_PROFILE)
    const { fields } = await server.deps.db
      .selectFrom('profiles')
      .select('fields')
      .where('organization_id', '=', FRESH)
      .executeTakeFirstOrThrow()
    expect(fields).toEqual({ phone: null })
  })

  it.each([
    ['business_hours', [{ day: 'monday', isOpen: true, openTime: '8:00', closeTime: '17:00' }]],
    ['business_hours', [{ day: 'monday', isOpen: true, openTime: '08:00', closeTime: '24:01' }]],
    ['business_hours', splitMonday('02:00', '03:00').map((shift) => ({ ...shift, openTime: '21:00' }))],
    ['business_hours', [{ day: 'Monday', isOpen: true, openTime: '08:00', closeTime: '17:00' }]],
    ['business_hours', [...DEFAULT_HOURS.slice(0, 6), DEFAULT_HOURS[0]]],
    ['business_hours', splitMonday('12:00', '11:59')],
    ['business_hours', [...splitMonday('12:00', '13:00').toReversed()]],
    [
      'business_hours',
      [9, 11, 13, 15].map((hour) => ({ ...monday, openTime: clock(hour), closeTime: clock(hour + 1) })),
    ],
    ['holidays_closed', Array.from({ length: 51 }, () => 'x')],
    ['holidays_closed', null],
    ['days_off', [{ from: '2026-12-27', to: '2026-12-20', note: null }]],
    ['days_off', [{ from: '2026-12-20', to: '2027-12-21', note: null }]],
    ['days_off', [{ from: '2026-02-30', to: '2026-03-01', note: null }]],
    ['days_off', [{ from: '2026-12-20', to: '2026-12-27', note: 'x'.repeat(201) }]],
    ['days_off', Array.from({ length: 101 }, () => ({ from: '2026-12-20', to: '2026-12-20', note: null }))],
    ['timezone', 'Eastern'],
    ['use_emojis', 'yes'],
    ['service_area_radius', -1],
    ['service_area_cities', Array.from({ length: 1001 }, () => 'x')],
    ['services_description', 'x'.repeat(20_001)],
    ['address_details', { ...address, coordinates: { latitude: 91, longitude: 0 } }],
    ['address_details', { ...address, context: { big: 'x'.repeat(20_001) } }],
    ['phone', 'a\0b'],
    ['phone', '\ud83d'],
  ])('refuses an invalid %s and changes nothing', async (field, value) => {
    const answer = await call(server, putProfile, { params, body: { business_name: 'X', [field]: value } })
    expect(answer.status).toBe(400)
    expect(answer.body.message).toMatch(/\S/)
    expect(answer.body.details[0].path.split('.')[0]).toBe(field)
    expect((await call(server, getProfile, { params })).body).toEqual(DEFAULT_PROFILE)
  })

  it('accepts closed days with any times', async () => {
    const hours = [{ day: 'sunday' as const, isOpen: false, openTime: '17:00', closeTime: '08:00' }]
    const { body } = await call(server, putProfile, { params, body: { business_hours: hours } })
    expect(body.business_hours).toEqual(hours)
  })
})

describe('onboarding', () => {
  const business = { business_name: ' Fresh Cut ', address, service_area_radius: 30 }
  const agent = {
    services_offered: ['Snow Removal', 'Koi ponds'],
    agent_name: 'Sage',
    personality_tone: 'concise' as const,
  }
  const progress = async () => (await call(server, getOnboardingProgress, { params })).body

  it('copies three steps into the profile', async () => {
    expect(await progress()).toEqual({ current_step: 1, completed_steps: 0, is_complete: false })
    const first = await call(server, completeBusinessStep, { params, body: business })
    expect(first.body).toEqual({ current_step: 2, completed_steps: 1, is_complete: false })
    const second = await call(server, completeAgentStep, { params, body: agent })
    expect(second.body).toEqual({ current_step: 3, completed_steps: 2, is_complete: false })
    const third = await call(server, completeScheduleStep, { params, body: { scheduling_hours: {} } })
    expect(third.body).toEqual({ current_step: 3, completed_steps: 3, is_complete: true })
    expect(await progress()).toEqual(third.body)
    expect((await call(server, getProfile, { params })).body).toEqual({
      ...DEFAULT_PROFILE,
      business_name: 'Fresh Cut',
      address: address.full_address,
      address_details: address,
      service_area_type: 'radius',
      service_area_radius: 30,
      escalation_email: 'owner@fieldhand.test',
      services_description: 'We offer Snow Removal and Koi ponds.',
      ...agent,
    })
  })

  it('keeps a description, an escalation email, and a service area that are already there', async () => {
    const own = {
      services_description: 'Snow only.',
      escalation_email: 'snow@fresh.example',
      service_area_type: 'cities',
      service_area_cities: ['Dublin'],
    }
    await call(server, putProfile, { params, body: own })
    await call(server, completeBusinessStep, { params, body: business })
    await call(server, completeAgentStep, { params, body: agent })
    expect((await call(server, getProfile, { params })).body).toMatchObject(own)
  })

  const zoneAt = async (full_address: string) => {
    const place = { full_address, coordinates: null, context: null, properties: null }
    await call(server, completeBusinessStep, { params, body: { ...business, address: place } })
    return (await call(server, getProfile, { params })).body.timezone
  }
  const DENVER = '1437 Bannock Street, Denver, CO 80202'
  const HONOLULU = '530 South King Street, Honolulu, HI 96813'

  it('sets the time zone of the address, also of a corrected one', async () => {
    expect(await zoneAt(DENVER)).toBe('America/Denver')
    expect(await zoneAt(HONOLULU)).toBe('Pacific/Honolulu')
  })

  it('keeps the default time zone for an address without a known place', async () => {
    expect(await zoneAt('12 Elm Street')).toBe('America/New_York')
    expect(await zoneAt(DENVER)).toBe('America/Denver')
  })

  it.each(['America/Chicago', 'America/New_York'])('keeps the chosen time zone %s', async (timezone) => {
    await call(server, putProfile, { params, body: { timezone } })
    expect(await zoneAt(DENVER)).toBe(timezone)
  })

  it('is the only place where the address sets the time zone', async () => {
    await zoneAt(DENVER)
    const { body } = await call(server, putProfile, { params, body: { address: HONOLULU } })
    expect(body.timezone).toBe('America/Denver')
  })

  it('allows no skipped step and names the missing one', async () => {
    const early = await call(server, completeAgentStep, { params, body: agent })
    expect([early.status, early.body]).toEqual([409, { message: 'Please complete step 1 first' }])
    await call(server, completeBusinessStep, { params, body: business })
    const late = await call(server, completeScheduleStep, { params, body: {} })
    expect([late.status, late.body]).toEqual([409, { message: 'Please complete step 2 first' }])
    expect(await progress()).toEqual({ current_step: 2, completed_steps: 1, is_complete: false })
    expect((await call(server, getProfile, { params })).body).toMatchObject({ agent_name: null })
  })

  it('accepts a repeated step with new values', async () => {
    await Promise.all([1, 2].map(() => call(server, completeBusinessStep, { params, body: business })))
    const body = { ...business, business_name: 'Fresher Cut' }
    const again = await call(server, completeBusinessStep, { params, body })
    expect(again.body).toEqual({ current_step: 2, completed_steps: 1, is_complete: false })
    expect((await call(server, getProfile, { params })).body.business_name).toBe('Fresher Cut')
  })

  it.each([
    [{ ...business, business_name: '   ' }, 'Please enter your business name'],
    [{ ...business, business_name: null }, 'Please enter your business name'],
    [{ ...business, business_name: undefined }, 'Please enter your business name'],
    [{ ...business, address: undefined }, 'Please enter your business address'],
    [{ ...business, service_area_radius: undefined }, 'Please enter service area radius'],
    [{ ...business, business_name: 'x'.repeat(256) }, 'Business name must be less than 255 characters'],
    [{ ...business, address: 'Elm Street' }, 'Please enter your business address'],
    [{ ...business, address: null }, 'Please enter your business address'],
    [{ ...business, service_area_radius: '25' }, 'Please enter service area radius'],
    [{ ...business, service_area_radius: 0 }, 'Radius must be between 1 and 100 miles'],
    [{ ...business, service_area_radius: 101 }, 'Radius must be between 1 and 100 miles'],
  ])("refuses business information with the form's messages", async (body, message) => {
    const answer = await call(server, completeBusinessStep, { params, body: body as typeof business })
    expect([answer.status, answer.body.message]).toEqual([400, message])
  })

  it.each([
    [{ ...agent, services_offered: [] }, 'Please select at least one service'],
    [{ ...agent, services_offered: 'Mowing' }, 'Please select at least one service'],
    [{ ...agent, agent_name: '' }, 'Please enter a name for your agent'],
    [{ ...agent, services_offered: undefined }, 'Please select at least one service'],
    [{ ...agent, agent_name: undefined }, 'Please enter a name for your agent'],
    [{ ...agent, personality_tone: undefined }, 'Please select an agent personality'],
    [{ ...agent, personality_tone: 'rude' }, 'Please select an agent personality'],
  ])("refuses an agent with the form's messages", async (body, message) => {
    const answer = await call(server, completeAgentStep, { params, body: body as typeof agent })
    expect([answer.status, answer.body.message]).toEqual([400, message])
  })
})

describe('FAQs', () => {
  const faq = (question: string, order: number) => ({ question, answer: 'Yes', order_index: order })

  it('are replaced as a whole, in order', async () => {
    const put = await call(server, putFaqs, { params, body: [faq('b', 2), faq('a', 1), faq('c', 2)] })
    expect(
      put.body.map(({ question, order_index }: { question: string; order_index: number }) => [
        question,
        order_index,
      ]),
    ).toEqual([
      ['a', 1],
      ['b', 2],
      ['c', 3],
    ])
    expect((await call(server, getFaqs, { params })).body).toEqual(put.body)
    await call(server, putFaqs, { params, body: [faq('d', 0)] })
    expect((await call(server, getFaqs, { params })).body).toMatchObject([faq('d', 0)])
    await call(server, putFaqs, { params, body: [] })
    expect((await call(server, getFaqs, { params })).body).toEqual([])
  })

  it('of one organization do not affect those of another', async () => {
    const before = (await call(server, getFaqs, { params: { orgId: GREEN } })).body
    expect(before.length).toBeGreaterThan(0)
    await call(server, putFaqs, { params, body: [faq('mine', 0)] })
    expect((await call(server, getFaqs, { params: { orgId: GREEN } })).body).toEqual(before)
  })

  it('saved twice at once end as one of the two', async () => {
    const lists = [1, 2].map((list) => Array.from({ length: 20 }, (_, index) => faq(`${list}`, index)))
    await Promise.all(lists.map((body) => call(server, putFaqs, { params, body })))
    const stored: { question: string }[] = (await call(server, getFaqs, { params })).body
    expect(stored).toHaveLength(20)
    expect(new Set(stored.map(({ question }) => question)).size).toBe(1)
  })

  it('have the same rules as qualification questions', async () => {
    const body = [
      { question_text: 'How large is the lawn?', order_index: 0 },
      { question_text: 'Any pets?', order_index: 1 },
    ]
    expect((await call(server, putQuestions, { params, body })).body).toEqual(body)
    expect((await call(server, getQuestions, { params })).body).toEqual(body)
  })

  it.each([
    [[faq('', 0)], 'Please enter a question'],
    [[{ question: 'Q', answer: '  ', order_index: 0 }], 'Please enter an answer'],
    [[faq('Q', 1.5)], '0.order_index is not valid'],
    [[faq('Q', 2 ** 31)], '0.order_index is not valid'],
  ])('are refused as a whole if one of them is invalid', async (body, message) => {
    await call(server, putFaqs, { params, body: [faq('kept', 0)] })
    const answer = await call(server, putFaqs, { params, body })
    expect([answer.status, answer.body.message]).toEqual([400, message])
    expect((await call(server, getFaqs, { params })).body).toHaveLength(1)
  })
})

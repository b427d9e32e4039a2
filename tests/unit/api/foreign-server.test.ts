import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { fetchHubspotAuth, fetchIntegrationStatus } from '../../../src/api/integrations.ts'
import { fetchFaqs, fetchQuestions, saveFaqs } from '../../../src/api/knowledge.ts'
import {
  fetchConversation,
  fetchLeadChanges,
  fetchLeadStats,
  fetchLeads,
  postLead,
  putLead,
  putLeadStatus,
  removeLead,
} from '../../../src/api/leads.ts'
import { fetchOnboardingProgress } from '../../../src/api/onboarding.ts'
import { fetchOrganization, fetchSetupStatus } from '../../../src/api/organizations.ts'
import { fetchProfile, saveProfile } from '../../../src/api/profile.ts'
import { DEFAULT_HOURS, DEFAULT_PROFILE } from '../../../src/contract/profile.ts'
import { trialOf } from '../../../src/domain/billing/trial.ts'
import { type ForeignReply, foreignServer, ORGANIZATION } from '../../support/foreign-server.ts'

const server = await foreignServer()
afterAll(() => server.close())
beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue()
})

/** Reads with a response of the foreign server. */
function reading<Data>(reply: ForeignReply, read: (organizationId: string) => Promise<Data>): Promise<Data> {
  server.answer(reply)
  return read(ORGANIZATION)
}

const profileOf = async (body: unknown) => reading({ body }, fetchProfile)
const leadsOf = (body: unknown) => reading({ body }, (id) => fetchLeads(id, {}))
const conversationOf = (body: unknown) => reading({ body }, (id) => fetchConversation(id, '17'))
const createdAt = async (created_at: unknown) => (await leadsOf([{ id: 17, created_at }]))[0]?.created_at
const NOON = '2026-11-20T12:00:00.000Z'

describe('a profile', () => {
  const ADDRESS = {
    full_address: '12 Oak St, Dublin, OH 43017',
    coordinates: { latitude: 40.1, longitude: -83.1 },
    context: null,
    properties: null,
  }

  it('has the address of onboarding as an object', async () => {
    expect(await profileOf({ address: ADDRESS })).toMatchObject({
      address: ADDRESS.full_address,
      address_details: ADDRESS,
    })
    expect(await profileOf({ address: { full_address: '12 Oak St' } })).toMatchObject({
      address: '12 Oak St',
      address_details: { full_address: '12 Oak St', coordinates: null },
    })
  })

  it.each([
    ['43017, 43016'],
    ['43017,43016'],
    ['43017\n43016\n'],
    ['43017; 43016'],
    ['["43017","43016"]'],
    [[43017, 43016]],
    [[{ value: '43017' }, { value: 43016 }]],
    [{ 0: '43017', 1: '43016' }],
    [['43017', null, '43016']],
  ])('has a list as %j', async (service_area_zipcodes) => {
    expect((await profileOf({ service_area_zipcodes })).service_area_zipcodes).toEqual(['43017', '43016'])
  })

  it.each([
    ['Columbus, Dublin', ['Columbus', 'Dublin']],
    ['Columbus, OH, Dublin, OH', ['Columbus, OH', 'Dublin, OH']],
    ['Columbus', ['Columbus']],
    ['', []],
    [null, []],
  ])('has cities as %j', async (service_area_cities, expected) => {
    expect((await profileOf({ service_area_cities })).service_area_cities).toEqual(expected)
  })

  it.each([
    ['43215', ['43215']],
    [43215, ['43215']],
    [
      [2134, '2138'],
      ['02134', '02138'],
    ],
    ['43215 43216', ['43215', '43216']],
    [
      ['K1A 0B1', '43215-1234'],
      ['K1A 0B1', '43215-1234'],
    ],
  ])('has ZIP codes as %j', async (service_area_zipcodes, expected) => {
    expect((await profileOf({ service_area_zipcodes })).service_area_zipcodes).toEqual(expected)
  })

  it('has services and cities as objects', async () => {
    const body = {
      services_offered: [{ name: 'Mowing' }, { service_name: 'Edging' }, { id: 3, serviceName: 'Mulching' }],
      service_area_cities: [{ city: 'Columbus', state: 'OH' }, { city: 'Dublin' }],
    }
    expect(await profileOf(body)).toMatchObject({
      services_offered: ['Mowing', 'Edging', 'Mulching'],
      service_area_cities: ['Columbus, OH', 'Dublin'],
    })
  })

  it('has names in other notations', async () => {
    expect(await profileOf({ businessName: 'Green', 'Agent Name': 'Sage', USE_EMOJIS: 1 })).toMatchObject({
      business_name: 'Green',
      agent_name: 'Sage',
      use_emojis: true,
    })
  })

  it.each([
    [{ from: '2026-12-24T00:00:00Z', to: '2026-12-26T00:00:00-05:00' }],
    [{ from: 1_798_070_400_000, to: 1_798_243_200 }],
    [{ from: '12/24/2026', to: '12/26/2026' }],
    [{ start: '2026-12-24', end: '2026-12-26' }],
    [{ startDate: 'Dec 24, 2026', endDate: '20261226T000000Z' }],
  ])('has days off as %j', async (days) => {
    expect((await profileOf({ days_off: [days] })).days_off).toEqual([
      { from: '2026-12-24', to: '2026-12-26', note: null },
    ])
  })

  it('has single days off', async () => {
    const expected = [{ from: '2026-12-24', to: '2026-12-24', note: null }]
    for (const day of ['2026-12-24', '12/24/2026', { date: '2026-12-24' }]) {
      expect((await profileOf({ days_off: [day] })).days_off).toEqual(expected)
    }
  })

  it.each([[['2026-12-24', 'Christmas']], [[{ from: 'someday' }]], ['Christmas week'], [{ weeks: [52] }]])(
    'with the unreadable days off %j is not read, so that none are lost',
    async (days_off) => {
      await expect(profileOf({ agent_name: 'Sage', days_off })).rejects.toThrow('unexpected format')
      const known = [{ from: '2026-12-24', to: '2026-12-24', note: null }]
      server.answer({ body: { agent_name: 'Sage', days_off } })
      expect(await saveProfile(ORGANIZATION, { days_off: known })).toMatchObject({ days_off: known })
    },
  )

  it.each([
    [{ message: 'Profile not found' }],
    [{ detail: 'Profile not found' }],
    [{ statusCode: 404, message: 'Profile not found' }],
    [{ data: { message: 'Profile not found' } }],
    [{ data: null, message: 'Profile not found' }],
  ])('is not %j', async (body) => {
    await expect(profileOf(body)).rejects.toThrow()
    await expect(reading({ body }, fetchLeadStats)).rejects.toThrow()
    await expect(reading({ body }, fetchOrganization)).rejects.toThrow()
  })

  it.each([[{ data: {} }], [{ success: true, data: null }], [{ profile: null, status: 'ok' }]])(
    'without content as %j has the defaults',
    async (body) => {
      expect((await profileOf(body)).widget_color).toBe(DEFAULT_PROFILE.widget_color)
    },
  )

  it.each([
    [{ is_open: false, open_time: '08:00', close_time: '17:00' }, false],
    [{ closed: true }, false],
    [{ isClosed: 'yes', open: '08:00', close: '17:00' }, false],
    [{ open: null, close: null }, false],
    [{ openTime: 'closed', closeTime: 'closed' }, false],
    [{ isOpen: 'closed' }, false],
    [{ isOpen: null, closed: 1 }, false],
    [{ enabled: false, start: '07:30', end: '16:00' }, false],
    [{ closed: false, opens: '07:30', closes: '16:00' }, true],
    [{ open: '7:30 AM', close: '4 PM' }, true],
    [{}, true],
  ])('has a Monday as %j', async (entry, isOpen) => {
    const { business_hours } = await profileOf({ business_hours: [{ day: 'monday', ...entry }] })
    expect(business_hours).toMatchObject([{ day: 'monday', isOpen }])
  })

  it('has hours as texts by the name of the day', async () => {
    const { business_hours } = await profileOf({
      business_hours: {
        monday: '7:30 AM - 4:00 PM',
        tuesday: 'Closed',
        wednesday: null,
        thursday: ['09:00', '12:00'],
        friday: [
          { start: '08:00', end: '12:00' },
          { start: '13:00', end: '17:00' },
        ],
        saturday: [],
      },
    })
    expect(business_hours).toMatchObject([
      { day: 'monday', isOpen: true, openTime: '07:30', closeTime: '16:00' },
      { day: 'tuesday', isOpen: false },
      { day: 'wednesday', isOpen: false },
      { day: 'thursday', isOpen: true, openTime: '09:00', closeTime: '12:00' },
      { day: 'friday', isOpen: true, openTime: '08:00', closeTime: '12:00' },
      { day: 'friday', isOpen: true, openTime: '13:00', closeTime: '17:00' },
      { day: 'saturday', isOpen: false },
    ])
  })

  it.each([['no'], ['disabled'], ['0'], [0], ['False'], ['OFF'], [false]])(
    'has a switch as %j',
    async (show_branding) => {
      expect((await profileOf({ show_branding })).show_branding).toBe(false)
    },
  )

  it.each([['30'], ['30.0'], ['30 miles'], [' 30mi'], [30]])('has a radius as %j', async (radius) => {
    expect((await profileOf({ service_area_radius: radius })).service_area_radius).toBe(30)
  })

  it('has hours by the name of the day', async () => {
    const { business_hours } = await profileOf({
      business_hours: {
        Monday: { isOpen: 'yes', openTime: '7:30 AM', closeTime: '16:00:00' },
        sunday: { isOpen: '0' },
      },
    })
    expect(business_hours).toEqual([
      { day: 'monday', isOpen: true, openTime: '07:30', closeTime: '16:00' },
      { day: 'sunday', isOpen: false, openTime: '09:00', closeTime: '15:00' },
    ])
    expect((await profileOf({ business_hours: {} })).business_hours).toEqual(DEFAULT_HOURS)
  })

  it.each([
    [{ data: { business_name: 'Green' } }],
    [{ success: true, profile: { business_name: 'Green' } }],
    [{ status: 'ok', result: { profile: { business_name: 'Green' } } }],
  ])('is wrapped as %j', async (body) => {
    expect((await profileOf(body)).business_name).toBe('Green')
  })
})

describe('frequently asked questions', () => {
  it.each([
    [['Do you mow?', 'Are you insured?']],
    [{ faqs: ['Do you mow?', 'Are you insured?'] }],
    [{ data: [{ question: 'Do you mow?' }, { question: 'Are you insured?', answer: null }] }],
    [
      '[{"id":1,"question":"Are you insured?","order_index":"2"},{"question":"Do you mow?","order_index":"1"}]',
    ],
  ])('are %j', async (body) => {
    const faqs = await reading({ body }, fetchFaqs)
    expect(faqs.map(({ question, answer }) => [question, answer])).toEqual([
      ['Do you mow?', ''],
      ['Are you insured?', ''],
    ])
  })

  it.each([
    [{ q: 'Do you mow?', a: 'Yes' }],
    [{ questionText: 'Do you mow?', answerText: 'Yes' }],
    [{ Question: 'Do you mow?', Answer: 'Yes', priority: 2 }],
  ])('have other names as %j', async (entry) => {
    const [faq] = await reading({ body: [entry] }, fetchFaqs)
    expect(faq).toMatchObject({ question: 'Do you mow?', answer: 'Yes' })
  })

  it('to ask visitors have other names', async () => {
    const body = [{ questionText: 'One' }, { text: 'Two' }, { label: 'Three' }]
    const questions = await reading({ body }, fetchQuestions)
    expect(questions.map(({ question_text }) => question_text)).toEqual(['One', 'Two', 'Three'])
  })

  it.each([
    [[{ topic: 'Mowing' }]],
    [[{ question: 'Do you mow?' }, { topic: 'Mowing' }]],
    [[{ question: 'Do you mow?' }, { answer: 'Yes' }]],
  ])('with unreadable entries as %j are not read, so that none are lost', async (body) => {
    await expect(reading({ body }, fetchFaqs)).rejects.toThrow('unexpected format')
    await expect(reading({ body: { data: body } }, fetchFaqs)).rejects.toThrow('unexpected format')
    await expect(reading({ body: [{ topic: 'Size' }] }, fetchQuestions)).rejects.toThrow('unexpected format')
    server.answer({ body })
    const faqs = [{ question: 'Do you mow?', answer: 'Yes', order_index: 0 }]
    expect(await saveFaqs(ORGANIZATION, faqs)).toMatchObject(faqs)
  })

  it('to ask visitors can be texts', async () => {
    const questions = await reading({ body: ['How large is your yard?'] }, fetchQuestions)
    expect(questions).toEqual([{ question_text: 'How large is your yard?', order_index: 0 }])
  })
})

describe('a lead', () => {
  it.each([
    [{ name: 'Ada', service_needs: ['Mowing', 'Edging'] }],
    ['{"name":"Ada","service_needs":"Mowing, Edging"}'],
    [{ name: { value: 'Ada' }, service_needs: [{ name: 'Mowing' }, { name: 'Edging' }] }],
  ])('has what the agent extracted as %j', async (extracted_metadata) => {
    const [lead] = await leadsOf([{ id: 17, extracted_metadata }])
    expect(lead?.extracted_metadata).toMatchObject({
      name: 'Ada',
      service_needs: 'Mowing, Edging',
      budget: null,
    })
  })

  it.each([['New'], ['NEW'], [' new ']])('has the status %j', async (status) => {
    expect((await leadsOf([{ id: 17, status }]))[0]?.status).toBe('new')
  })

  it.each([
    [[{ id: 17 }]],
    [{ data: [{ id: 17 }], meta: { total: 1 }, errors: [] }],
    [{ count: 1, next: null, results: [{ id: 17 }] }],
    [{ leads: [{ id: 17 }], total: 1 }],
    [{ success: true, data: { leads: [{ id: 17 }], page: 1 } }],
    [{ warnings: ['slow'], leads: [{ id: 17 }] }],
    [{ errors: [], leads: [{ id: 17 }] }],
    [{ facets: [{ name: 'new', count: 1 }], records: [{ id: 17, status: 'new' }] }],
    [{ data: { columns: ['id'], rows: [{ ID: 17 }] } }],
  ])('is listed in %j', async (body) => {
    expect(await leadsOf(body)).toMatchObject([{ id: '17' }])
    expect(await reading({ body }, (id) => fetchLeadChanges(id, null))).toMatchObject([{ id: '17' }])
  })

  it.each([[[7, 'lead']], [[{ name: 'Ada' }]], [{ leads: [{ lead: 17 }] }], [{ warnings: ['slow'] }]])(
    'that is unreadable in %j is an error, not an empty list',
    async (body) => {
      await expect(leadsOf(body)).rejects.toMatchObject({ name: 'BadResponseError' })
      await expect(reading({ body }, (id) => fetchLeadChanges(id, null))).rejects.toThrow()
    },
  )

  it.each([
    ['20261120T120000Z'],
    ['20261120T070000-0500'],
    ['20261120T1200Z'],
    ['/Date(1795176000000)/'],
    ['/Date(1795176000000-0500)/'],
    [{ seconds: 1_795_176_000, nanoseconds: 0 }],
    [{ _seconds: 1_795_176_000, _nanoseconds: 0 }],
    [{ $date: '2026-11-20T12:00:00Z' }],
    [{ $date: 1_795_176_000_000 }],
    [{ $date: { $numberLong: '1795176000000' } }],
    [{ date: '2026-11-20 12:00:00.000000', timezone_type: 3, timezone: 'UTC' }],
    ['Fri, 20 Nov 2026 12:00:00 GMT'],
    ['Fri, 20 Nov 2026 07:00:00 -0500'],
    ['20 Nov 2026 12:00:00 +0000'],
    ['20 Nov 2026 12:00:00'],
    ['Fri Nov 20 2026 07:00:00 GMT-0500 (Eastern Standard Time)'],
    ['November 20, 2026 12:00 PM'],
    ['11/20/2026 12:00 PM'],
    ['11/20/2026, 7:00:00 AM EST'],
    ['2026-11-20T12:00:00Z[UTC]'],
    ['2026-11-20 12:00:00.000000+00:00'],
    ['2026-11-20 07:00:00 -0500'],
    ['1795176000'],
    ['1795176000000'],
    ['1795176000.000'],
  ])('was created at %j', async (written) => {
    expect(await createdAt(written)).toBe(NOON)
  })

  it.each([['lead 7'], ['7'], ['20/11/2026'], ['Fri'], ['11/31']])('has no time %j', async (written) => {
    expect(await createdAt(written)).toBe('')
  })
})

describe('a trial', () => {
  const trialAt = async (trial_ends_at: unknown, now: string) => {
    const body = { subscription_status: 'Trialing', plan: 'starter_alpha_', trial_ends_at }
    return trialOf(await reading({ body }, fetchOrganization), new Date(now))
  }

  it.each([
    ['2026-11-29', '2026-11-20T00:00:00Z', 9],
    ['2026-11-29', '2026-11-20T12:00:00Z', 9],
    ['2026-11-29', '2026-11-28T23:59:59Z', 1],
    ['2026-11-29', '2026-11-29T00:00:00Z', 0],
    ['Sun, 29 Nov 2026 00:00:00 GMT', '2026-11-20T12:00:00Z', 9],
    ['1795910400', '2026-11-20T12:00:00Z', 9],
  ])('that ends on %j has, at %s, %i days', async (ends, now, days) => {
    expect((await trialAt(ends, now)).daysRemaining).toBe(days)
  })

  it('is in an organization that is wrapped, or has its subscription apart', async () => {
    const subscription = {
      subscription_status: 'trialing',
      plan: 'starter_alpha_',
      trial_ends_at: '2026-11-29',
    }
    for (const body of [
      { data: { id: 7, name: 'Green', ...subscription } },
      { organization: { id: 7, name: 'Green', ...subscription } },
      { id: 7, name: 'Green', subscription },
    ]) {
      const read = await reading({ body }, fetchOrganization)
      expect(read).toMatchObject({ id: '7', name: 'Green', plan: 'starter_alpha_' })
    }
  })
})

describe('counts', () => {
  const rate = async (body: object) => (await reading({ body }, fetchLeadStats)).conversion_rate

  it.each([
    [0.333, 1, 3, 33.33],
    ['0.33', 1, 3, 33.33],
    [1, 4, 4, 100],
    [0.5, 1, 200, 0.5],
    [33.3, 1, 3, 33.3],
    ['33.3%', 1, 3, 33.3],
    [null, 1, 3, 33.33],
    [0, 0, 3, 0],
  ])('with the rate %j beside converted %i of %i', async (conversion_rate, converted, total, expected) => {
    const counts = { total, new: total - converted, converted, lost: 0, by_status: {}, by_source: {} }
    expect(await rate({ ...counts, conversion_rate })).toBeCloseTo(expected, 1)
    expect(await rate({ data: { ...counts, conversion_rate } })).toBeCloseTo(expected, 1)
  })

  it('are texts, and by status a list', async () => {
    const body = {
      total: '1,204',
      by_status: [
        { status: 'new', count: 3 },
        { status: 'lost', count: '1' },
      ],
      by_source: [],
    }
    expect(await reading({ body }, fetchLeadStats)).toMatchObject({
      ...{ total: 1204, new: 3, converted: 0, lost: 1 },
      by_status: { new: 3, lost: 1 },
      by_source: {},
    })
  })
})

describe('a conversation', () => {
  const MESSAGES = [
    { id: 1, message_type: 0, content: 'Hi', created_at: '1795176000' },
    { id: 2, message_type: 1, content: 'Hello!' },
  ]

  it.each([
    ['a bare list', MESSAGES],
    ['wrapped', { data: { messages: MESSAGES } }],
    ['a wrapped list', { results: MESSAGES }],
    ['a part of the conversation', { conversation: { id: 3, messages: MESSAGES } }],
    [
      'with numbers as texts',
      { messages: MESSAGES.map((each) => ({ ...each, message_type: `${each.message_type}` })) },
    ],
    [
      'with other letters',
      {
        messages: [
          { ...MESSAGES[0], message_type: 'INCOMING' },
          { ...MESSAGES[1], message_type: 'Agent' },
        ],
      },
    ],
  ])('is %s', async (_, body) => {
    const { messages } = await conversationOf(body)
    expect(messages.map(({ id, content }) => [id, content])).toEqual([
      ['1', 'Hi'],
      ['2', 'Hello!'],
    ])
    expect(messages.map(({ message_type }) => message_type === 'incoming')).toEqual([true, false])
    expect(messages[0]?.created_at).toBe(NOON)
  })
})

describe('a response without content', () => {
  const ZERO = { total: 0, new: 0, converted: 0, lost: 0, conversion_rate: 0 }

  it.each([[{ status: 204 }], [{ body: '' }], [{ body: 'null' }], [{ body: '{}' }]])(
    '%j means the defaults',
    async (reply) => {
      expect(await reading(reply, fetchLeadStats)).toMatchObject(ZERO)
      expect(await reading(reply, fetchProfile)).toMatchObject({
        business_hours: DEFAULT_PROFILE.business_hours,
      })
      expect(await reading(reply, (id) => fetchConversation(id, '17'))).toEqual({ messages: [] })
      expect(await reading(reply, fetchSetupStatus)).toMatchObject({ agent: false, billing: true })
      expect(await reading(reply, fetchIntegrationStatus)).toMatchObject({ hubspot_connected: false })
      expect(await reading(reply, fetchOnboardingProgress)).toBeNull()
    },
  )

  it.each([[{ status: 204 }], [{ body: 'null' }], [{ status: 404 }], [{ body: '' }]])(
    '%j means no entries',
    async (reply) => {
      expect(await reading(reply, fetchFaqs)).toEqual([])
      expect(await reading(reply, fetchQuestions)).toEqual([])
    },
  )

  it('with 404 is a conversation without messages', async () => {
    expect(await reading({ status: 404 }, (id) => fetchConversation(id, '17'))).toEqual({ messages: [] })
  })

  it('is no list of leads, and no way to connect HubSpot', async () => {
    await expect(leadsOf('')).rejects.toThrow('The server sent an empty response.')
    await expect(reading({ status: 404 }, (id) => fetchLeads(id, {}))).rejects.toMatchObject({ status: 404 })
    await expect(reading({ status: 204 }, (id) => fetchHubspotAuth(id, 'https://a.test'))).rejects.toThrow(
      'The server sent an empty response.',
    )
    expect(
      await reading({ body: { data: { auth_url: 'https://h.test' } } }, (id) =>
        fetchHubspotAuth(id, 'https://a.test'),
      ),
    ).toBe('https://h.test')
    expect(await reading({ body: '"https://h.test"' }, (id) => fetchHubspotAuth(id, 'https://a.test'))).toBe(
      'https://h.test',
    )
  })
})

const REFUSALS = [
  [{ success: false, message: 'No more leads' }, 'No more leads'],
  [{ success: 'false', error: 'No more leads' }, 'No more leads'],
  [{ ok: false, errors: [{ message: 'No more leads' }] }, 'No more leads'],
  [{ error: 'No more leads' }, 'No more leads'],
  [{ error: { code: 7, message: 'No more leads' } }, 'No more leads'],
  [{ errors: ['No more leads'] }, 'No more leads'],
  [{ error: true, message: 'No more leads' }, 'No more leads'],
  [{ status: 'error', message: 'No more leads' }, 'No more leads'],
  [{ success: false }, 'The server rejected the request.'],
] as const

describe.each(REFUSALS)('200 with %j', (body, message) => {
  it('is a failed write, with the reason', async () => {
    const error = { name: 'ApiError', status: 422, message }
    server.answer({ body })
    await expect(saveProfile(ORGANIZATION, { agent_name: 'Sage' })).rejects.toMatchObject(error)
    await expect(saveFaqs(ORGANIZATION, [])).rejects.toMatchObject(error)
    await expect(putLeadStatus(ORGANIZATION, '17', { status: 'lost' })).rejects.toMatchObject(error)
    await expect(postLead(ORGANIZATION, { contact_name: 'Ada' })).rejects.toMatchObject(error)
    await expect(removeLead(ORGANIZATION, '17')).rejects.toMatchObject(error)
  })

  it('is a failed read, not an empty profile', async () => {
    await expect(profileOf(body)).rejects.toMatchObject({ status: 422, message })
    await expect(leadsOf(body)).rejects.toMatchObject({ message })
  })
})

it.each([
  [{ success: true, error: null }],
  [{ success: 1, errors: [], message: 'Saved' }],
  [{ error: '', data: { agent_name: 'Sage' } }],
  [{ error: false }],
  [{ errors: {} }],
  [{ message: 'Saved' }],
  ['OK'],
])('200 with %j is a successful write', async (body) => {
  server.answer({ body })
  expect(await saveProfile(ORGANIZATION, { agent_name: 'Sage' })).toMatchObject({ agent_name: 'Sage' })
})

it.each([
  [{ data: { success: false, message: 'No room' } }, 'No room', 422],
  [{ result: { error: 'No room' } }, 'No room', 422],
  [{ response: { success: false } }, 'The server rejected the request.', 422],
  [{ statusCode: 400, message: 'No room' }, 'No room', 400],
  [{ code: 400, message: 'No room' }, 'No room', 400],
  [{ result: 'error', message: 'No room' }, 'No room', 422],
  [{ Success: false, Message: 'No room' }, 'No room', 422],
  [{ exception: 'No room' }, 'No room', 422],
  [{ fault: { faultstring: 'No room' } }, 'No room', 422],
  [[{ error: 'No room' }], 'No room', 422],
  ['Error: database locked', 'Error: database locked', 422],
  ['"Error: database locked"', 'Error: database locked', 422],
  ['Internal Server Error', 'The server rejected the request.', 422],
  ['false', 'The server rejected the request.', 422],
  [{ id: '17', agent_name: 'Sage', error: 'No room' }, 'No room', 422],
  [{ deleted: false }, 'The server rejected the request.', 422],
])('200 with %j is a failed write', async (body, message, status) => {
  server.answer({ body })
  const error = { name: 'ApiError', status, message }
  await expect(saveProfile(ORGANIZATION, { agent_name: 'Sage' })).rejects.toMatchObject(error)
  await expect(saveFaqs(ORGANIZATION, [])).rejects.toMatchObject(error)
  await expect(postLead(ORGANIZATION, { contact_name: 'Ada' })).rejects.toMatchObject(error)
  await expect(removeLead(ORGANIZATION, '17')).rejects.toMatchObject(error)
})

it.each([
  [{ id: '17', deleted: false, code: 450, state: 'failed' }],
  [{ agent_name: 'Sage', result: 'error-free' }],
  [{ data: { agent_name: 'Sage', error: null } }],
  ['No errors'],
  ['0'],
])('200 with %j is no failed write', async (body) => {
  server.answer({ body })
  expect(await saveProfile(ORGANIZATION, { agent_name: 'Sage' })).toMatchObject({ agent_name: 'Sage' })
})

it.each([
  [{ error: 'No room' }, 'No room'],
  [{ detail: 'No room' }, 'No room'],
  [{ detail: [{ loc: ['body', 'name'], msg: 'No room', type: 'value_error' }] }, 'No room'],
  [{ errors: { name: ['No room'] } }, 'No room'],
  [{ errors: [{ status: '400', title: 'Invalid', detail: 'No room' }] }, 'No room'],
  [{ statusCode: 400, message: ['No room', 'No time'], error: 'Bad Request' }, 'No room'],
  [{ name: ['No room'] }, 'No room'],
  ['No room', 'No room'],
  [{ error: 'Bad Request' }, 'HTTP 400: Bad Request'],
  ['<html>No room</html>', 'HTTP 400: Bad Request'],
  ['', 'HTTP 400: Bad Request'],
])('400 with %j gives the reason', async (body, message) => {
  for (const type of ['application/json', 'text/plain']) {
    const error = { name: 'ApiError', status: 400, message }
    await expect(reading({ status: 400, body, type }, fetchProfile)).rejects.toMatchObject(error)
  }
})

it('a web page is a failure, whatever its status', async () => {
  const page = { type: 'text/html', body: '<!doctype html><title>Oops</title>' }
  await expect(reading(page, fetchProfile)).rejects.toThrow('The server sent a web page instead of data.')
  await expect(reading({ ...page, status: 500 }, fetchProfile)).rejects.toThrow(
    'HTTP 500: Internal Server Error',
  )
  server.answer(page)
  await expect(removeLead(ORGANIZATION, '17')).rejects.toThrow('The server sent a web page instead of data.')
})

describe.each([400, 404, 422])('an API that rejects what it does not know with %i', (status) => {
  const strict = (known: readonly string[], body: unknown) =>
    server.answer(({ query }) =>
      [...query.keys()].every((name) => known.includes(name)) ? { body } : { status },
    )

  it('is asked for leads with the parameters of section 7 only', async () => {
    strict(['status', 'search', 'date_from', 'date_to'], [{ id: 17 }])
    expect(await fetchLeadChanges(ORGANIZATION, null)).toMatchObject([{ id: '17' }])
    const query = { date_from: '2026-11-20', timezone: 'America/New_York' }
    expect(await fetchLeads(ORGANIZATION, query)).toMatchObject([{ id: '17' }])
    expect(server.requests.at(-1)).toBe('GET /leads?date_from=2026-11-20')
  })

  it('gets a status without what section 7 does not name', async () => {
    strict(['status', 'notes', 'loss_reason'], { id: 17, status: 'Lost' })
    const change = { status: 'lost', notes: 'Too far', updated_at: NOON } as const
    expect(await putLeadStatus(ORGANIZATION, '17', change)).toMatchObject({ id: '17', status: 'lost' })
    expect(server.requests).toHaveLength(2)
  })

  it('gets the notes of a lead in its own field', async () => {
    server.answer(({ body }) => ('add_note' in (body as object) ? { status } : { body: { lead: body } }))
    await putLead(ORGANIZATION, '17', { notes: 'One\nTwo', add_note: 'Two', updated_at: NOON })
    expect(server.requests).toHaveLength(2)
  })
})

describe('an API that rejects a change', () => {
  const change = { notes: 'One\nTwo', add_note: 'Two', updated_at: NOON }

  it.each([
    [200, { success: false, message: 'The lead was changed by someone else' }],
    [200, { success: false }],
    [200, { status: 'error' }],
    [200, { data: { success: false } }],
    [422, { message: 'stale' }],
    [400, { error: 'updated_at does not match' }],
    [422, { errors: { updated_at: ['is outdated'] }, sent: change }],
    [422, { message: 'Unexpected updated_at: the lead was modified' }],
    [400, 'Der Lead wurde inzwischen bearbeitet'],
    [404, { detail: 'Lead not found' }],
    [409, { message: 'Unknown' }],
  ])('because of newer data, with %i and %j, is not overwritten', async (status, body) => {
    server.answer({ status, body })
    await expect(putLead(ORGANIZATION, '17', change)).rejects.toMatchObject({ name: 'ApiError' })
    await expect(
      putLeadStatus(ORGANIZATION, '17', { status: 'lost', updated_at: NOON }),
    ).rejects.toMatchObject({ name: 'ApiError' })
    expect(server.requests).toHaveLength(2)
  })

  // The messages of the usual validators.
  it.each([
    [
      422,
      { detail: [{ type: 'extra_forbidden', loc: ['body', 'NAME'], msg: 'Extra inputs are not permitted' }] },
    ],
    [400, { statusCode: 400, message: ['property NAME should not exist'], error: 'Bad Request' }],
    [400, { message: "Unrecognized key(s) in object: 'NAME'" }],
    [400, { message: '"NAME" is not allowed' }],
    [400, { NAME: ['Unknown field.'] }],
    [400, 'json: unknown field "NAME"'],
    [400, { code: 'PGRST204', message: "Could not find the 'NAME' column of 'leads' in the schema cache" }],
    [422, { error: { type: 'UNKNOWN_FIELD_NAME', message: 'Unknown field name: "NAME"' } }],
    [200, { success: false, error: 'found unpermitted parameter: :NAME' }],
    [422, { message: 'must NOT have additional properties' }],
    [400, { detail: 'Bad Request' }],
  ])('because of unknown fields, with %i and %j, gets it without them', async (status, body) => {
    const sent: object[] = []
    server.answer((request) => {
      const fields = request.body as object
      sent.push(fields)
      const unknown = ['add_note', 'updated_at'].find((name) => name in fields)
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      return unknown ? { status, body: text.replace('NAME', unknown) } : { body: { lead: fields } }
    })
    await putLead(ORGANIZATION, '17', change)
    expect(sent.at(-1)).toEqual({ notes: 'One\nTwo' })
  })

  it('because of one unknown field still gets the time of the lead', async () => {
    server.answer(({ body }) =>
      'add_note' in (body as object) ? { status: 400, body: { add_note: ['Unknown field.'] } } : { body },
    )
    await putLead(ORGANIZATION, '17', change)
    expect(server.requests).toHaveLength(2)
    server.answer(({ body }) =>
      'add_note' in (body as object)
        ? { status: 400, body: { add_note: ['Unknown field.'] } }
        : { status: 422, body: { message: 'stale' } },
    )
    await expect(putLead(ORGANIZATION, '17', change)).rejects.toMatchObject({ message: 'stale' })
  })
})

import { describe, expect, it } from 'vitest'
import { LIMITS } from '../../../../src/contract/limits.ts'
import { DEFAULT_HOURS } from '../../../../src/contract/profile.ts'
import { UNKNOWN_BUSINESS } from '../../../../src/contract/website-reading.ts'
import {
  faqsWith,
  foundIn,
  isAnythingFound,
  profileFrom,
  readFirstAnswer,
  takenOf,
} from '../../../../src/domain/onboarding/found.ts'

const NOTHING = { pages: ['https://a.example/'], faqs: [], services: null, business: UNKNOWN_BUSINESS }
const SITE = 'https://a.example'

describe('what a website says', () => {
  it('is nothing if only its address is known', () => {
    const found = foundIn(NOTHING, SITE)
    expect(isAnythingFound(found)).toBe(false)
    expect(profileFrom(found)).toEqual({ website_url: SITE })
  })

  it('fills in only what was found and taken', () => {
    const business = {
      ...UNKNOWN_BUSINESS,
      name: 'Dublin Lawn',
      phone: '(614) 555-0199',
      hours: [...DEFAULT_HOURS],
      services: ['Mowing', 'Mulch'],
      cities: ['Dublin', 'Powell'],
      colors: ['#1B5E20', '#FFCC00'],
    }
    const found = foundIn({ ...NOTHING, business }, SITE)
    expect(isAnythingFound(found)).toBe(true)
    expect(
      profileFrom({
        ...found,
        cities: [
          { text: 'Dublin', isTaken: true },
          { text: 'Powell', isTaken: false },
        ],
      }),
    ).toEqual({
      website_url: SITE,
      phone: '(614) 555-0199',
      business_hours: DEFAULT_HOURS,
      service_area_type: 'cities',
      service_area_cities: ['Dublin'],
      widget_color: '#1B5E20',
      primary_color: '#1B5E20',
    })
    expect(takenOf(found.services)).toEqual(['Mowing', 'Mulch'])
  })

  it('keeps the radius if no city is taken, and the limits of the profile', () => {
    const found = foundIn(
      { ...NOTHING, services: { text: 'x'.repeat(LIMITS.longText + 1), source: SITE } },
      SITE,
    )
    const { service_area_type, services_description } = profileFrom({
      ...found,
      cities: [{ text: 'Dublin', isTaken: false }],
    })
    expect(service_area_type).toBeUndefined()
    expect(services_description).toHaveLength(LIMITS.longText)
  })

  it('describes no service that the owner leaves out', () => {
    const services = { text: 'We mow. Leaf removal in fall, too! Call us.', source: SITE }
    const found = foundIn({ ...NOTHING, services }, SITE)
    const left = [
      { text: 'Mowing', isTaken: true },
      { text: 'Leaf Removal', isTaken: false },
    ]
    expect(profileFrom({ ...found, services: left }).services_description).toBe('We mow. Call us.')
  })

  it('adds taken questions once, after the stored ones', () => {
    const stored = [{ id: '1', question: 'Are you insured?', answer: 'Yes.', order_index: 4 }]
    const found = [
      { question: 'are you  insured?', answer: 'No.', isTaken: true },
      { question: 'Do you mow?', answer: 'We do.', isTaken: true },
      { question: 'Do you plow?', answer: 'We do.', isTaken: false },
      { question: 'Blank?', answer: ' ', isTaken: true },
    ]
    expect(faqsWith(stored, found)).toEqual([
      { question: 'Are you insured?', answer: 'Yes.', order_index: 0 },
      { question: 'Do you mow?', answer: 'We do.', order_index: 1 },
    ])
  })
})

it.each([
  ['greenacres.com', 'website'],
  [' www.green-acres.co.uk/about?x=1 ', 'website'],
  ['HTTPS://GreenAcres.com', 'website'],
  ['jardín.mx', 'website'],
  ['localhost:3001/__local/site', 'website'],
  ['(614) 555-0142', 'phone'],
  ['614.555.0142', 'phone'],
  ['+44 20 7946 0000', 'phone'],
  ['owner@greenacres.com', null],
  ['Green Acres', null],
  ['12', null],
  ['', null],
  ['javascript:alert(1)', null],
])('the first answer %j is %s', (text, kind) => {
  expect(readFirstAnswer(text)?.kind ?? null).toBe(kind)
})

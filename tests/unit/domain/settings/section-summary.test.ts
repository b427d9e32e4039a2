import { describe, expect, it } from 'vitest'
import {
  type Day,
  DEFAULT_CALL_HOURS,
  DEFAULT_HOURS,
  DEFAULT_PROFILE,
} from '../../../../src/contract/profile.ts'
import { SETTINGS_SECTIONS, type SectionId } from '../../../../src/domain/settings/fields.ts'
import {
  emptySummary,
  hoursSummary,
  sectionSummary,
} from '../../../../src/domain/settings/section-summary.ts'
import type { Settings } from '../../../../src/domain/settings/settings.ts'

const summary = (id: SectionId, part: Partial<Settings>) =>
  sectionSummary(id, { ...DEFAULT_PROFILE, faqs: [], questions: [], ...part })

const faq = (key: string) => ({ key, question: key, answer: key })

describe('the line of a folded section', () => {
  it.each<[SectionId, Partial<Settings>, string]>([
    ['business', { business_name: 'Green  Acres', phone: ' ', email: null }, 'Green Acres'],
    ['business', { business_name: 'حدائق', phone: '(614) 555-0100' }, 'حدائق · (614) 555-0100'],
    [
      'voice',
      { agent_name: 'Sam', personality_tone: 'friendly', use_emojis: true },
      'Sam · Friendly & Neighborly · Emojis',
    ],
    ['services', { services_offered: ['Mowing', 'Edging', 'Trees'] }, 'Mowing, Edging and 1 more'],
    ['services', { services_offered: [], services_description: 'Lawns' }, 'Lawns'],
    ['pricing', { pricing_notes: 'From $45\na visit', private_notes: ' ' }, 'From $45 a visit'],
    ['pricing', { pricing_notes: 'From $45', private_notes: 'Floor $38' }, 'From $45 · Private notes'],
    ['faqs', { faqs: [] }, ''],
    ['faqs', { faqs: [faq('a')] }, '1 question'],
    ['faqs', { faqs: [faq('a'), faq('b')] }, '2 questions'],
    ['area', { service_area_type: 'radius', service_area_radius: 25 }, 'Radius 25 miles'],
    ['area', { service_area_type: 'radius', service_area_radius: null }, 'Radius 25 miles'],
    ['area', { service_area_type: 'zipcodes', service_area_zipcodes: ['43004'] }, '1 ZIP code'],
    ['area', { service_area_type: 'cities', service_area_cities: [] }, '0 cities'],
    ['area', { service_area_type: 'cities', service_area_cities: ['Dublin', 'Powell'] }, 'Dublin, Powell'],
    ['area', { service_area_type: null }, ''],
    [
      'hours',
      { business_hours: [...DEFAULT_HOURS], timezone: 'America/New_York' },
      'Mon–Fri 8–5, Sat 9–3 · New York',
    ],
    [
      'hours',
      { business_hours: [...DEFAULT_HOURS], call_hours: [...DEFAULT_CALL_HOURS], timezone: null },
      'Mon–Fri 8–5, Sat 9–3 · Calls Mon–Fri 3–5',
    ],
    ['hours', { business_hours: [], call_hours: [], timezone: null }, 'Closed all week · No calls'],
    ['escalation', { escalation_email: null }, ''],
    ['installation', { allowed_domains: [] }, 'Any website'],
  ])('%s %j is "%s"', (id, part, expected) => expect(summary(id, part)).toBe(expected))
})

describe('hours', () => {
  const day = (name: Day, openTime: string, closeTime: string) => ({
    day: name,
    isOpen: true,
    openTime,
    closeTime,
  })

  it('groups only neighboring days with the same times', () => {
    expect(hoursSummary([day('monday', '08:00', '12:30'), day('wednesday', '08:00', '12:30')])).toBe(
      'Mon 8–12:30, Wed 8–12:30',
    )
    expect(hoursSummary([day('monday', '00:00', '12:00'), day('tuesday', '08:00', '17:30')])).toBe(
      'Mon 12 AM–12 PM, Tue 8–5:30',
    )
  })

  it('names the half of the day for hours over midnight, and whole days', () => {
    expect(hoursSummary([day('friday', '21:00', '02:00')])).toBe('Fri 9 PM–2 AM')
    expect(hoursSummary([day('friday', '18:00', '00:00')])).toBe('Fri 6 PM–12 AM')
    expect(hoursSummary([day('friday', '00:00', '00:00'), day('saturday', '00:00', '00:00')])).toBe(
      'Fri–Sat 24 hours',
    )
  })

  it('says so if no day is open', () => expect(hoursSummary([])).toBe('Closed all week'))
})

it('says what belongs into each section that can be empty', () => {
  for (const { id } of SETTINGS_SECTIONS) {
    const canBeEmpty = summary(id, { business_hours: [] }) === ''
    if (canBeEmpty) expect(emptySummary(id)).toMatch(/^Nothing here yet\. .+/)
  }
})

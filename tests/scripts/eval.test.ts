import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { businessOfCase, type Case, readCases } from '../../scripts/eval/cases.ts'
import { type Ending, judge } from '../../scripts/eval/judge.ts'
import { patternOf } from '../../scripts/eval/pattern.ts'
import type { Result } from '../../scripts/eval/play.ts'
import { report } from '../../scripts/eval/report.ts'

const folder = mkdtempSync(join(tmpdir(), 'eval-'))
function file(...lines: unknown[]): string {
  const path = join(folder, 'cases.jsonl')
  writeFileSync(
    path,
    lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'),
  )
  return path
}
const read = (...lines: unknown[]) => readCases(file(...lines))
const only = (line: unknown) => read(line)[0] as Case

const NOTHING_KNOWN = {
  ...{
    name: null,
    email: null,
    phone: null,
    address: null,
    service_needs: null,
    budget: null,
    timeline: null,
  },
  ...{ service_additional_info: null, property_size: null, service_availability: null },
}
const ENDING: Ending = {
  messages: [
    { from: 'agent', text: 'Hello from Fern.', ms: 4 },
    { from: 'visitor', text: 'I pay $50', ms: null },
    { from: 'agent', text: 'Your call is on\nTuesday.', ms: 9 },
  ],
  lead: {
    ...NOTHING_KNOWN,
    name: 'Jane Doe',
    phone: '+1 (614) 555-0188',
    address: '12 Elm Street, Columbus',
  },
  booking: { start: '2026-11-24T20:00' },
  state: 'agent',
}
const failures = (expected: object, ending: Partial<Ending> = {}) => {
  const { expect: parsed } = only({ id: 'x', turns: [], expect: expected })
  return judge(parsed ?? { says: [], never: [] }, { ...ENDING, ...ending })
}

describe('a file of cases', () => {
  it('has one case per line, and blank lines', () => {
    const cases = read({ id: 1, turns: ['hi'] }, '', { id: 'b', turns: [], note: 'not read' })
    expect(cases.map(({ id }) => id)).toEqual(['1', 'b'])
  })

  it.each([
    ['{"id": ', /cases\.jsonl:2: not JSON/],
    [{ turns: ['hi'] }, /cases\.jsonl:2: id: /],
    [{ id: 'a', turns: 'hi' }, /cases\.jsonl:2: turns: /],
    [{ id: 'a', turns: [], expect: { says: ['('] } }, /cases\.jsonl:2: expect\.says\.0: Not a regular/],
    [
      { id: 'a', turns: [], expect: { booking: { start: 'soon' } } },
      /cases\.jsonl:2: expect\.booking\.start/,
    ],
    [{ id: 'a', turns: [], business: { timezone: 'Mars' } }, /cases\.jsonl:2: business\.timezone/],
  ])('is refused with file and line: %j', (line, message) => {
    expect(() => read({ id: 'good', turns: [] }, line)).toThrow(message)
  })

  it('is refused if it is missing', () => {
    expect(() => readCases(join(folder, 'none.jsonl'))).toThrow(/none\.jsonl: ENOENT/)
  })
})

describe('the business of a case', () => {
  const businessOf = (business?: object) => businessOfCase(only({ id: 'a', turns: [], business }))

  it('is the demo business', () => {
    const { name, profile, faqs, now } = businessOf()
    expect([name, profile.agent_name, faqs.length > 0, now]).toEqual([
      'Green Acres Lawn & Landscape',
      'Fern',
      true,
      undefined,
    ])
  })

  it('has the given fields instead, without what described the replaced ones', () => {
    const { profile, faqs, now } = businessOf({
      ...{ services_offered: ['Roofing'], address: '1 Main Street', now: '2026-11-20T15:00' },
      faqs: [{ question: 'Why?', answer: 'Because.' }],
    })
    expect(profile).toMatchObject({
      ...{ agent_name: 'Fern', services_offered: ['Roofing'], services_description: null },
      address_details: null,
    })
    expect(faqs).toEqual([{ question: 'Why?', answer: 'Because.' }])
    expect(now?.toISOString()).toBe('2026-11-20T15:00:00.000Z')
  })

  it('has the usual times on days that name none', () => {
    const { profile } = businessOf({ business_hours: [{ day: 'sunday', isOpen: false }] })
    expect(profile.business_hours).toEqual([
      { day: 'sunday', isOpen: false, openTime: '09:00', closeTime: '15:00' },
    ])
  })

  it('is one of its own with a name', () => {
    const { name, profile, faqs, questions } = businessOf({ business_name: 'Roofs' })
    expect([name, profile, faqs, questions]).toEqual(['Roofs', { business_name: 'Roofs' }, [], []])
  })
})

describe('inline flags', () => {
  it.each([
    ['(?i)yes', 'Well, YES', true],
    ['yes', 'Well, YES', false],
    ['(?is)A.B', 'a\nb', true],
    ['(?m)^b$', 'a\nb', true],
    ['(?i)\\p{Lu}', 'a', true],
    ['a\\-b', 'a-b', true],
  ])('%s', (pattern, text, matches) => {
    expect(patternOf(pattern).test(text)).toBe(matches)
  })
})

describe('what is expected', () => {
  it.each([
    {},
    { lead: { name: 'jane doe', phone: '614-555-0188', address: 'elm street', email: null } },
    { booking: { start: '2026-11-24T20:00' } },
    { booking: { start: '2026-11-24T15:00:30-05:00' } },
    { says: ['fern', 'tuesday'].map((word) => `(?i)${word}`), never: ['\\$'] },
    { says: ['(?s)Fern.*Tuesday'] },
    { state: 'agent' },
  ])('is met: %j', (expected) => {
    expect(failures(expected)).toEqual([])
  })

  it.each([
    [{ lead: { name: 'Jane' } }, 'lead.name: "Jane Doe" instead of "Jane"'],
    [{ lead: { name: null } }, 'lead.name: "Jane Doe" instead of null'],
    [{ lead: { email: 'a@b.de' } }, 'lead.email: null instead of "a@b.de"'],
    [{ lead: { phone: '6145550189' } }, 'lead.phone: "+1 (614) 555-0188" instead of "6145550189"'],
    [{ lead: { address: '13 Elm' } }, 'lead.address: "12 Elm Street, Columbus" instead of "13 Elm"'],
    [{ booking: null }, 'booking: 2026-11-24T20:00 instead of none'],
    [{ booking: { start: '2026-11-24T20:30' } }, 'booking: 2026-11-24T20:00 instead of 2026-11-24T20:30'],
    [{ says: ['friday'] }, 'says: nothing matches friday'],
    [{ never: ['(?i)FERN'] }, 'never: (?i)FERN matches "Fern"'],
    [{ state: 'needs_person' }, 'state: agent instead of needs_person'],
  ])('is not met: %j', (expected, failure) => {
    expect(failures(expected)).toEqual([failure])
  })

  it('is an empty lead, or no call', () => {
    expect(failures({ lead: null })).toHaveLength(3)
    expect(failures({ lead: null }, { lead: NOTHING_KNOWN })).toEqual([])
    expect(failures({ booking: null }, { booking: null })).toEqual([])
    expect(failures({ booking: { start: '2026-11-24T20:00' } }, { booking: null })).toEqual([
      'booking: none instead of 2026-11-24T20:00',
    ])
  })
})

it('reports per file what failed, and how long the turns took', () => {
  const played: Result = { id: 'a', passed: true, failures: [], ...ENDING }
  const failed = { ...played, id: 'b', passed: false, failures: ['booking: none instead of x'] }
  expect(
    report(
      new Map([
        ['one.jsonl', [played]],
        ['two.jsonl', [played, failed]],
      ]),
    ),
  ).toBe(
    `b: booking: none instead of x

file       cases  passed  failed      %  median ms  99% ms
one.jsonl      1       1       0  100.0          9       9
two.jsonl      2       1       1   50.0          9       9
total          3       2       1   66.7          9       9
`,
  )
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_PROFILE } from '../../../../src/contract/profile.ts'
import { changedIn, keepTyped, without } from '../../../../src/domain/common/three-way.ts'
import {
  autoFilled,
  type Changes,
  conflictsOf,
  faqEntries,
  questionEntries,
  rebased,
  type Settings,
  sameValue,
  settingsOf,
  withChange,
  withChanges,
  withSaved,
} from '../../../../src/domain/settings/settings.ts'

const STORED: Settings = settingsOf(
  { ...DEFAULT_PROFILE, phone: 'stored', escalation_email: 'a@b.test' },
  [],
  [],
  'owner@fieldhand.test',
)
const typed = (mine: Partial<Settings>, changes: Changes = {}, stored = STORED): Changes =>
  Object.entries(mine).reduce(
    (all, [field, value]) => withChange(all, stored, field as keyof Settings, value as never),
    changes,
  )

describe('the same value', () => {
  it.each([
    ['phone', null, '', true],
    ['phone', null, ' ', false],
    ['phone', 'a', 'a', true],
    ['phone', 'a', 'A', false],
    ['use_emojis', false, true, false],
    ['service_area_radius', 25, 25, true],
    ['service_area_radius', null, 0, false],
    ['service_area_zipcodes', [], [], true],
    ['service_area_zipcodes', ['1'], ['1', '2'], false],
    ['service_area_zipcodes', ['1', '2'], ['2', '1'], false],
    ['faqs', [{ key: 'a', question: 'q', answer: 'x' }], [{ key: 'b', question: 'q', answer: 'x' }], true],
    ['faqs', [{ key: 'a', question: 'q', answer: 'x' }], [{ key: 'a', question: 'q', answer: 'y' }], false],
    ['questions', [{ key: 'a', question_text: 'q' }], [], false],
    ['address_details', null, null, true],
    ['services_spanish', null, {}, true],
    ['services_spanish', { 'Snow Removal': '' }, null, false],
  ] as const)('of %s: %j and %j: %s', (field, a, b, expected) => {
    expect(sameValue(field, a as never, b as never)).toBe(expected)
    expect(sameValue(field, b as never, a as never)).toBe(expected)
  })

  it('ignores the order of properties in nested values', () => {
    const details = { full_address: 'a', coordinates: { latitude: 1, longitude: 2 }, context: { key: 1 } }
    const other = { context: { key: 1 }, coordinates: { longitude: 2, latitude: 1 }, full_address: 'a' }
    expect(sameValue('address_details', details as never, other as never)).toBe(true)
    expect(sameValue('address_details', details as never, { ...other, context: { key: 2 } } as never)).toBe(
      false,
    )
  })
})

describe('a change', () => {
  it('contains only the differences and their base values', () => {
    expect(typed({ phone: 'mine' })).toEqual({ phone: { base: 'stored', mine: 'mine' } })
    expect(typed({ phone: 'stored' })).toEqual({})
    expect(typed({ phone: 'mi' }, typed({ phone: 'm' }))).toEqual({ phone: { base: 'stored', mine: 'mi' } })
    expect(typed({ email: '' })).toEqual({})
  })

  it('that returns to its base value follows the stored value', () => {
    const changes = typed({ phone: 'mine' })
    const theirs = { ...STORED, phone: 'theirs' }
    expect(typed({ phone: 'stored' }, changes, theirs)).toEqual({})
    expect(typed({ phone: 'theirs' }, changes, theirs)).toEqual({})
  })

  it('is shown over the stored value', () => {
    expect(withChanges(STORED, typed({ phone: 'mine' }))).toEqual({ ...STORED, phone: 'mine' })
  })

  it('round-trips for any value of any field', () => {
    const value = fc.oneof(fc.string(), fc.constant(null))
    const field = fc.constantFrom('phone', 'email', 'agent_name', 'timezone', 'pricing_notes')
    fc.assert(
      fc.property(fc.array(fc.tuple(field, value)), (edits) => {
        const last: Partial<Settings> = Object.fromEntries(edits)
        const changes = edits.reduce(
          (all, [name, text]) => withChange(all, STORED, name, text),
          {} as Changes,
        )
        const shown = withChanges(STORED, changes)
        for (const [name, text] of Object.entries(last)) {
          const key = name as 'phone'
          expect(sameValue(key, shown[key], text as string | null)).toBe(true)
          expect(key in changes).toBe(!sameValue(key, STORED[key], text as string | null))
        }
      }),
    )
  })
})

describe('after another person has saved', () => {
  const changes = typed({ phone: 'mine', email: 'mine@x.test' })

  it('untouched fields follow, touched ones stay', () => {
    const stored = { ...STORED, agent_name: 'theirs' }
    expect(withChanges(stored, rebased(changes, stored))).toMatchObject({
      agent_name: 'theirs',
      phone: 'mine',
    })
    expect(conflictsOf(changes, stored)).toEqual([])
  })

  it('a field that both set to different values is a conflict', () => {
    const stored = { ...STORED, phone: 'theirs' }
    expect(conflictsOf(changes, stored)).toEqual([
      { field: 'phone', base: 'stored', mine: 'mine', theirs: 'theirs' },
    ])
    expect(conflictsOf(keepTyped(changes, stored, 'phone'), stored)).toEqual([])
    expect(withChanges(stored, keepTyped(changes, stored, 'phone')).phone).toBe('mine')
    expect(withChanges(stored, without(changes, ['phone'])).phone).toBe('theirs')
  })

  it('a field that both set to the same value is resolved', () => {
    const stored = { ...STORED, phone: 'mine' }
    expect(conflictsOf(changes, stored)).toEqual([])
    expect(changedIn(rebased(changes, stored))).toEqual(['email'])
  })

  it('a three-way merge never loses a typed value', () => {
    const side = fc.constantFrom(null, 'a', 'b', 'c')
    fc.assert(
      fc.property(side, side, side, (base, mine, theirs) => {
        const before = { ...STORED, phone: base }
        const after = { ...STORED, phone: theirs }
        const now = rebased(typed({ phone: mine }, {}, before), after)
        const isConflict = conflictsOf(now, after).length > 0
        expect(isConflict).toBe(mine !== base && theirs !== base && mine !== theirs)
        expect(withChanges(after, now).phone).toBe(mine === base ? theirs : mine)
      }),
    )
  })
})

describe('after a save', () => {
  const sent = typed({ phone: 'sent' })
  const stored = { phone: 'sent' }

  it('the sent values are no longer changes', () => {
    expect(withSaved(sent, sent, stored, ['phone'])).toEqual({})
    expect(withSaved(typed({ email: 'x' }, sent), sent, stored, ['phone'])).toEqual(typed({ email: 'x' }))
  })

  it('values typed during the save are changes to the saved values', () => {
    const later = typed({ phone: 'later' }, sent)
    expect(withSaved(later, sent, stored, ['phone'])).toEqual({ phone: { base: 'sent', mine: 'later' } })
  })

  it('values reset during the save are changes too', () => {
    const later = typed({ phone: 'stored' }, sent)
    expect(later).toEqual({})
    expect(withSaved(later, sent, stored, ['phone'])).toEqual({ phone: { base: 'sent', mine: 'stored' } })
  })
})

describe('the escalation email', () => {
  it.each([
    [null, 'me@x.test', 'me@x.test'],
    ['', 'me@x.test', 'me@x.test'],
    ['  ', 'me@x.test', 'me@x.test'],
    ['set@x.test', 'me@x.test', 'set@x.test'],
    [null, '', null],
  ])('%j of the account %j is %j', (escalation_email, account, expected) => {
    const profile = { ...DEFAULT_PROFILE, escalation_email }
    expect(settingsOf(profile, [], [], account).escalation_email).toBe(expected)
    expect(Object.keys(autoFilled(profile, account))).toHaveLength(expected === escalation_email ? 0 : 1)
  })

  it('is a change once the owner empties it', () => {
    const stored = settingsOf(DEFAULT_PROFILE, [], [], 'me@x.test')
    expect(changedIn(typed({ escalation_email: '' }, {}, stored))).toEqual(['escalation_email'])
  })
})

describe('entries', () => {
  const faq = (question: string) => ({ id: 'x', question, answer: '', order_index: 0 })

  it('keep their keys while their text is the same, wherever they move', () => {
    const before = faqEntries([faq('a'), faq('b')])
    const after = faqEntries([faq('b'), faq('new'), faq('a')], before)
    expect(after[0]?.key).toBe(before[1]?.key)
    expect(after[2]?.key).toBe(before[0]?.key)
  })

  it('never share a key', () => {
    const lists = fc.array(fc.constantFrom('a', 'b', 'c', ''))
    fc.assert(
      fc.property(lists, lists, (one, other) => {
        const before = questionEntries(one.map((question_text) => ({ question_text, order_index: 0 })))
        const after = questionEntries(
          other.map((question_text) => ({ question_text, order_index: 0 })),
          before,
        )
        expect(new Set(after.map(({ key }) => key)).size).toBe(other.length)
        expect(after.map(({ question_text }) => question_text)).toEqual(other)
      }),
    )
  })
})

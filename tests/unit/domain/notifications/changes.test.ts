import { describe, expect, it } from 'vitest'
import { DEFAULT_NOTIFICATION_SETTINGS, type Person } from '../../../../src/contract/notification-settings.ts'
import {
  changesSince,
  changesTo,
  mergePeople,
  rebased,
  withChanges,
} from '../../../../src/domain/notifications/changes.ts'
import { moved } from '../../../../src/domain/notifications/people.ts'

const person = (id: string, fields: Partial<Person> = {}): Person => ({
  id,
  name: id,
  email: `${id}@example.com`,
  phone: null,
  sms_consent: false,
  choices: { needs_person: ['email'], new_lead: ['email'], booking: [], daily_summary: [] },
  ...fields,
})
const [ann, bob, cy, dan] = ['ann', 'bob', 'cy', 'dan'].map((id) => person(id)) as [
  Person,
  Person,
  Person,
  Person,
]
const idsOf = (people: readonly Person[]) => people.map(({ id }) => id).join(' ')
const TWO = '+16145550142'
const THREE = '+16145550143'

describe('people that two sides changed', () => {
  it.each<[string, Person[], Person[], string]>([
    ['both add one', [ann, bob, cy], [ann, bob, dan], 'ann bob dan cy'],
    ['one adds, one removes', [ann, bob, cy], [ann], 'ann cy'],
    ['one removes, one adds', [ann], [ann, bob, cy], 'ann cy'],
    ['both remove the same', [ann], [ann], 'ann'],
    ['one moves, one adds', [bob, ann], [ann, cy, bob], 'cy bob ann'],
    ['one adds in between, one moves', [ann, cy, bob], [bob, ann], 'cy bob ann'],
    ['one puts back first', [cy, ann, bob], [ann, bob, dan], 'cy ann bob dan'],
    ['both add the same', [ann, bob, cy], [ann, bob, cy], 'ann bob cy'],
    ['one adds two', [ann, bob, cy, dan], [bob, ann], 'bob ann cy dan'],
  ])('%s', (_, mine, stored, expected) => {
    expect(idsOf(mergePeople({ base: [ann, bob], mine }, stored))).toBe(expected)
  })

  it('are gone if either side has removed them, also if the other has changed them', () => {
    const renamed = { ...bob, name: 'Bobby' }
    expect(mergePeople({ base: [ann, bob], mine: [ann, renamed] }, [ann])).toEqual([ann])
    expect(mergePeople({ base: [ann, bob], mine: [ann] }, [ann, renamed])).toEqual([ann])
  })

  it('keep the fields and choices that the other side changed', () => {
    const mine = { ...ann, name: 'Ann B.', choices: { ...ann.choices, booking: ['email' as const] } }
    const stored = {
      ...ann,
      email: 'ann@work.example',
      choices: { ...ann.choices, new_lead: [], daily_summary: ['email' as const] },
    }
    expect(mergePeople({ base: [ann], mine: [mine] }, [stored])).toEqual([
      {
        ...ann,
        name: 'Ann B.',
        email: 'ann@work.example',
        choices: { needs_person: ['email'], new_lead: [], booking: ['email'], daily_summary: ['email'] },
      },
    ])
  })

  it('have the later value of a field that both changed', () => {
    const [merged] = mergePeople({ base: [ann], mine: [{ ...ann, name: 'Mine' }] }, [
      { ...ann, name: 'Theirs' },
    ])
    expect(merged?.name).toBe('Mine')
  })

  type Texts = [phone: string | null, hasConsent: boolean]
  it.each<[string, Texts, Texts, Texts, Texts]>([
    ['consent to the number before', [TWO, false], [TWO, true], [THREE, false], [THREE, false]],
    ['another number than the one with consent', [TWO, false], [THREE, false], [TWO, true], [THREE, false]],
    ['the same number, one with consent', [TWO, true], [THREE, false], [THREE, true], [THREE, true]],
    ['the same number, the other with consent', [TWO, false], [THREE, true], [THREE, false], [THREE, true]],
    ['consent that is withdrawn', [TWO, true], [TWO, false], [TWO, true], [TWO, false]],
    ['consent that the other side withdraws', [TWO, true], [TWO, true], [TWO, false], [TWO, false]],
  ])('have consent only to their number: %s', (_, base, mine, stored, expected) => {
    const texted = ([phone, sms_consent]: Texts) => [person('ann', { phone, sms_consent })]
    expect(mergePeople({ base: texted(base), mine: texted(mine) }, texted(stored))).toEqual(texted(expected))
  })

  it('are not texted if the other side removes the number', () => {
    const base = person('ann', { phone: TWO, sms_consent: true })
    const mine = { ...base, choices: { ...base.choices, booking: ['sms' as const] } }
    expect(mergePeople({ base: [base], mine: [mine] }, [ann])).toEqual([ann])
  })
})

describe('changes of the settings', () => {
  const stored = { ...DEFAULT_NOTIFICATION_SETTINGS, people: [ann, bob] }

  it('leave what the other side has changed since', () => {
    const changes = changesTo(stored, { people: moved(stored.people, 'bob', 0), summary_time: '07:00' })
    const theirs = { ...stored, people: [ann, bob, cy], escalate_minutes: 5 }
    expect(withChanges(theirs, changes)).toEqual({
      ...theirs,
      people: [bob, ann, cy],
      summary_time: '07:00',
    })
  })

  it('end when the same is stored, and can be applied twice', () => {
    const changes = changesTo(stored, { people: [bob, cy], summary_time: '07:00' })
    const after = withChanges(stored, changes)
    expect(withChanges(after, changes)).toEqual(after)
    expect(rebased(changes, after)).toEqual({})
  })

  it('made while others are sent remain, relative to those', () => {
    const sent = changesTo(stored, { people: [ann, bob, cy], summary_time: '07:00' })
    const later = changesTo(stored, { people: [ann, cy], escalate_minutes: 5 })
    const left = changesSince({ ...sent, ...later }, sent)
    expect(left).toEqual({
      people: { base: [ann, bob, cy], mine: [ann, cy] },
      escalate_minutes: { base: null, mine: 5 },
    })
    expect(changesSince(sent, sent)).toEqual({})
  })
})

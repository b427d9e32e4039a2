import { describe, expect, it } from 'vitest'
import { newCode } from '../../../server/alerts/codes.ts'
import {
  type Decision,
  decide,
  type KnownAlert,
  type Situation,
  type Talk,
} from '../../../server/alerts/decide.ts'
import { pickSlots } from '../../../server/alerts/pick-slots.ts'
import { readAnswer } from '../../../server/alerts/read-answer.ts'
import { answersTo, shortName, whichOne } from '../../../server/alerts/wording.ts'
import { listedWishOf } from '../../../server/notifications/text-wishes.ts'
import { HOUR_MS, MINUTE_MS } from '../../../src/domain/time/durations.ts'

const NOW = new Date('2026-06-01T12:00:00Z')

describe('a code', () => {
  it('is used once, is no word, and differs from open ones in both letters as long as possible', () => {
    const used: string[] = []
    for (let code = newCode(used, []); code !== null; code = newCode(used, [])) used.push(code)
    expect(new Set(used).size).toBe(used.length)
    expect(used.length).toBeGreaterThan(90)
    for (const code of used) expect(code).toMatch(/^(?!(.)\1)[CDFHJKMPRTWX]{2}$/)
    const open: string[] = []
    for (let count = 0; count < 6; count += 1) open.push(newCode(open, open) ?? '')
    for (const one of open)
      for (const other of open.filter((each) => each !== one)) {
        expect(one[0]).not.toBe(other[0])
        expect(one[1]).not.toBe(other[1])
        expect([...one].toReversed().join('')).not.toBe(other)
      }
  })
})

describe('an answer', () => {
  it.each([
    ['1', 'number 1'],
    [' 1. ', 'number 1'],
    ['1KD ', 'number 1 KD'],
    ['1 - kd!', 'number 1 KD'],
    ['“2 KD”', 'number 2 KD'],
    ['3\nkd', 'number 3 KD'],
    ['take', 'take'],
    ['Take KD.', 'take KD'],
    ['TAKEKD', 'take KD'],
    ['done', 'done'],
    ['Done kd', 'done KD'],
    ['done zz', 'done ZZ'],
    ['pass', 'pass'],
    ['kd', 'code KD'],
    ['', 'blank'],
    [' \n ', 'blank'],
    ['take it', 'text'],
    ['1 kd thanks!', 'number 1 KD'],
    ['done, thank you', 'done'],
    ['please TAKE kd', 'take KD'],
    ['1 ZZ', 'number 1 ZZ'],
    ['kd: on my way', 'code KD'],
    ['3 pm', 'text'],
    ['2 hr', 'text'],
    ['thanks', 'text'],
    ['3 kd 2', 'text'],
    ['1 ok', 'text'],
    ['1️⃣', 'text'],
    ['👍', 'text'],
    ['.', 'text'],
    ['11', 'text'],
    ['4', 'number 4'],
    ['7', 'text'],
    ['1 KDX', 'text'],
    ['$1', 'text'],
    ['I am done', 'text'],
    ['1'.repeat(1_600), 'text'],
  ])('%j is %s', (text, expected) => {
    const answer = readAnswer(text, 0)
    const { kind, digit = null, code = null } = { digit: null, code: null, ...answer }
    expect([kind, digit, code].filter((each) => each !== null).join(' ')).toBe(expected)
  })

  it('with a file is only that', () => expect(readAnswer('1 KD', 1)).toEqual({ kind: 'files' }))

  it('has no word that carriers know', () => {
    for (const word of ['TAKE', 'DONE', 'PASS', '1', '2', '3', 'KD']) expect(listedWishOf(word)).toBeNull()
  })
})

const kd: KnownAlert = { id: 'kd', code: 'KD', isInPlay: true }
const tr: KnownAlert = { id: 'tr', code: 'TR', isInPlay: true }
const talking = (mode: Talk['mode'], ageMs = 0, alertId: string | null = 'kd'): Talk => ({
  ...{ mode, alertId },
  touchedAt: new Date(NOW.getTime() - ageMs),
})
const decided = (text: string, situation: Partial<Situation>): Decision =>
  decide(readAnswer(text, 0), { alerts: [kd], talk: null, isCustomer: false, now: NOW, ...situation })

describe('a decision', () => {
  it.each<[string, Partial<Situation>, Decision]>([
    ['1', {}, { act: 'send', alertId: 'kd' }],
    ['1 TR', { alerts: [kd, tr] }, { act: 'send', alertId: 'tr' }],
    ['1', { alerts: [kd, tr] }, { act: 'ask' }],
    ['1', { alerts: [kd, { ...tr, isInPlay: false }] }, { act: 'send', alertId: 'kd' }],
    ['1', { isCustomer: true }, { act: 'ask' }],
    ['1 KD', { isCustomer: true }, { act: 'send', alertId: 'kd' }],
    ['1 XR', {}, { act: 'ask', code: 'XR' }],
    ['2', {}, { act: 'ask' }],
    ['3', {}, { act: 'book', alertId: 'kd' }],
    ['take', {}, { act: 'take', alertId: 'kd' }],
    ['hello', {}, { act: 'ask' }],
    ['1', { alerts: [] }, { act: 'ask' }],
    ['done', {}, { act: 'ask' }],
    // While the number writes to a visitor.
    ['hello', { talk: talking('reply') }, { act: 'reply' }],
    ['1', { talk: talking('reply') }, { act: 'reply' }],
    ['2', { talk: talking('reply'), alerts: [kd, tr] }, { act: 'ask' }],
    ['3 pm', { talk: talking('reply'), alerts: [kd, tr] }, { act: 'reply' }],
    ['tr hi Bob', { talk: talking('reply'), alerts: [kd, tr] }, { act: 'ask' }],
    ['This is for TR.', { talk: talking('reply'), alerts: [kd, tr] }, { act: 'ask' }],
    ['TAKE tr, it is mine', { talk: talking('reply'), alerts: [kd, tr] }, { act: 'ask' }],
    ['kd: hi', { talk: talking('reply') }, { act: 'ask' }],
    ['fh: hi Bob', { talk: talking('reply') }, { act: 'ask', code: 'FH' }],
    ['1 zz', { talk: talking('reply') }, { act: 'ask', code: 'ZZ' }],
    ['take zz', { talk: talking('reply') }, { act: 'ask', code: 'ZZ' }],
    ['1 KD', { talk: talking('reply') }, { act: 'send', alertId: 'kd' }],
    ['1 XR', { talk: talking('reply') }, { act: 'ask', code: 'XR' }],
    ['kd', { talk: talking('reply') }, { act: 'ask' }],
    ['tr', { talk: talking('reply') }, { act: 'ask', code: 'TR' }],
    [' ', { talk: talking('reply') }, { act: 'ask' }],
    ['take', { talk: talking('reply'), alerts: [kd, tr] }, { act: 'take', alertId: 'kd' }],
    ['take tr', { talk: talking('reply'), alerts: [kd, tr] }, { act: 'take', alertId: 'tr' }],
    ['done', { talk: talking('reply') }, { act: 'end' }],
    ['done kd', { talk: talking('reply') }, { act: 'end' }],
    ['done tr', { talk: talking('reply'), alerts: [kd, tr] }, { act: 'ask' }],
    ['done zz', { talk: talking('reply') }, { act: 'ask', code: 'ZZ' }],
    ['done tr', { talk: talking('reply', HOUR_MS), alerts: [kd, tr] }, { act: 'ask' }],
    ['done kd', { talk: talking('reply', HOUR_MS) }, { act: 'over' }],
    ['done kd', {}, { act: 'ask' }],
    ['done zz', {}, { act: 'ask', code: 'ZZ' }],
    ['hello', { talk: talking('reply', HOUR_MS) }, { act: 'over' }],
    ['1', { talk: talking('reply', HOUR_MS) }, { act: 'over' }],
    ['done', { talk: talking('reply', HOUR_MS) }, { act: 'over' }],
    ['hello', { talk: talking('reply', 0, null), alerts: [] }, { act: 'over' }],
    // While the number chooses a time.
    ['4', { talk: talking('slots') }, { act: 'slot', alertId: 'kd', index: 0 }],
    ['1', { talk: talking('slots') }, { act: 'ask' }],
    ['3', { talk: talking('slots') }, { act: 'ask' }],
    ['3 kd', { talk: talking('slots') }, { act: 'book', alertId: 'kd' }],
    ['1 kd', { talk: talking('slots') }, { act: 'send', alertId: 'kd' }],
    ['4', {}, { act: 'ask' }],
    ['5 kd', {}, { act: 'ask' }],
    ['6', { talk: talking('slots') }, { act: 'slot', alertId: 'kd', index: 2 }],
    ['5 kd', { talk: talking('slots'), alerts: [kd, tr] }, { act: 'slot', alertId: 'kd', index: 1 }],
    ['5', { talk: talking('slots'), alerts: [kd, tr] }, { act: 'ask' }],
    ['1 tr', { talk: talking('slots'), alerts: [kd, tr] }, { act: 'send', alertId: 'tr' }],
    ['4', { talk: talking('slots', 15 * MINUTE_MS) }, { act: 'over' }],
    ['hello', { talk: talking('slots') }, { act: 'ask' }],
    ['done kd', { talk: talking('slots') }, { act: 'end' }],
    ['done tr', { talk: talking('slots'), alerts: [kd, tr] }, { act: 'ask' }],
    ['take', { talk: talking('slots') }, { act: 'take', alertId: 'kd' }],
    // While the number writes as a customer.
    ['hello', { talk: talking('customer', 0, null) }, { act: 'pass' }],
    ['1', { talk: talking('customer', 0, null) }, { act: 'pass' }],
    ['1 kd', { talk: talking('customer', 0, null) }, { act: 'send', alertId: 'kd' }],
    ['take', { talk: talking('customer', 0, null) }, { act: 'ask' }],
    ['kd hi Jane', { talk: talking('customer', 0, null) }, { act: 'ask' }],
    ['hello', { talk: talking('customer', HOUR_MS, null) }, { act: 'over' }],
    ['done', { talk: talking('customer', 0, null) }, { act: 'end' }],
    ['done kd', { talk: talking('customer', 0, null) }, { act: 'ask' }],
  ])('%j in %j is %j', (text, situation, expected) => {
    expect(decided(text, situation)).toEqual(expected)
  })
})

describe('the offered times', () => {
  const slot = (day: string, hour: number) => ({ day, start: new Date(`${day}T${hour}:00:00Z`) })
  it('are the first of three days, or the earliest others', () => {
    const free = [
      slot('2026-06-01', 14),
      slot('2026-06-01', 15),
      slot('2026-06-02', 13),
      slot('2026-06-03', 13),
    ]
    const hours = (slots: typeof free) => pickSlots(slots).map((each) => each.toISOString().slice(8, 13))
    expect(hours(free)).toEqual(['01T14', '02T13', '03T13'])
    expect(hours(free.slice(0, 3))).toEqual(['01T14', '01T15', '02T13'])
    expect(hours([])).toEqual([])
  })
})

describe('texts', () => {
  it.each([
    [{ name: 'Jane Doe' }, 'Jane D.'],
    [{ name: 'Ben' }, 'Ben'],
    [{ city: 'Dublin' }, 'Visitor from Dublin'],
    [{ name: '(614) 555-0123', phone: '+16145550123' }, '(614) 555-0123'],
    [{}, 'Visitor'],
  ])('call %j %j', (known, expected) =>
    expect(shortName({ name: null, city: null, page: null, phone: null, ...known })).toBe(expected),
  )

  it('name a code only if it is needed', () => {
    const offer = { code: 'KD', suggestion: null, isBookable: true }
    expect(answersTo(offer, false)).toBe('Reply 3 to book or TAKE to write yourself.')
    expect(answersTo({ ...offer, suggestion: 'Yes.' }, true)).toBe(
      'Reply 1 KD to send the suggested reply, 3 KD to book, or TAKE KD to write yourself.\nSuggested reply:\nYes.',
    )
  })

  it('list few alerts', () => {
    const open = Array.from({ length: 8 }, (_, index) => ({
      ...{ code: `K${index}`, who: 'Ben', isOver: null },
      ...{ hasSuggestion: index === 1, isBookable: false },
    }))
    expect(whichOne(open, false)).toContain(
      'K5: Ben, and 2 more in the inbox. Reply 1 K1 to send the suggested reply or TAKE K0 to write yourself.',
    )
  })
})

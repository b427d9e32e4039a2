import { expect, it } from 'vitest'
import { readCsv } from '../../../../../src/domain/common/csv.ts'
import {
  emailKey,
  finalVerdict,
  leftOutCsv,
  phoneKey,
  remarkCounts,
  remarksText,
  tally,
  whyChanged,
  whyLeftOut,
} from '../../../../../src/domain/leads/import/verdicts.ts'

it.each([
  ['(614) 555-0142', '6145550142'],
  ['+1 614.555.0142 ext. 7', '6145550142'],
  ['1-614-555-0142 x7', '6145550142'],
  ['+44 20 7946 0958', '442079460958'],
  ['555-01', null],
  ['', null],
  [null, null],
])('phoneKey of %j', (phone, expected) => expect(phoneKey(phone)).toBe(expected))

it('emailKey ignores case and space', () => {
  expect(emailKey(' Ann@X.Test ')).toBe('ann@x.test')
  expect(emailKey(' ')).toBeNull()
})

it('a row that shares a key with an earlier one is there already', () => {
  const seen = new Set<string>()
  const row = (at: number, ...keys: string[]) =>
    finalVerdict({ row: at, outcome: 'new', reason: null, keys }, seen).outcome
  expect(row(2, 'email:a', 'phone:1')).toBe('new')
  expect(row(3, 'email:b', 'phone:1')).toBe('phone')
  // The keys of a row that is left out do not count.
  expect(row(4, 'email:b', 'row:4')).toBe('new')
  expect(row(5, 'row:4')).toBe('row')
  expect(row(6, 'slot:1')).toBe('new')
  expect(row(7, 'slot:1')).toBe('refused')
  expect(finalVerdict({ row: 8, outcome: 'refused', reason: 'No', keys: ['email:z'] }, seen).outcome).toBe(
    'refused',
  )
  expect(row(9, 'email:z')).toBe('new')
  const remarked = { row: 10, outcome: 'new', reason: 'Email was repaired', keys: ['email:z'] }
  expect(finalVerdict(remarked, seen)).toMatchObject({ outcome: 'email', reason: null })
})

it('counts outcomes', () => {
  const outcomes = ['new', 'imported', 'email', 'phone', 'row', 'refused', 'unheard of']
  expect(tally(outcomes.map((outcome) => ({ outcome })))).toEqual({
    ...{ fresh: 2, email: 1, phone: 1, row: 1, refused: 2 },
  })
  expect(outcomes.map((outcome) => whyLeftOut({ outcome, reason: null }))).toEqual([
    ...[null, null, 'A lead with this email is already there'],
    ...['A lead with this phone number is already there'],
    ...['This row was imported before, or is twice in the file'],
    ...['The server rejected this row', 'The server rejected this row'],
  ])
})

it('counts the remarks about new rows, the most frequent first', () => {
  const row = (outcome: string, ...remarks: string[]) => ({ outcome, reason: remarksText(remarks) })
  const verdicts = [row('new', 'B'), row('imported', 'A', 'B'), row('refused', 'C'), row('new')]
  expect(remarkCounts(verdicts)).toEqual([
    { remark: 'B', rows: 2 },
    { remark: 'A', rows: 1 },
  ])
  expect(verdicts.map(whyChanged)).toEqual(['B', 'A; B', null, null])
})

it('writes left-out rows with their reasons, guarded against formulas', () => {
  const text = leftOutCsv(['Name', 'Note'], [{ row: 7, cells: ['=1+1', 'a\nb', 'extra'], reason: 'Why' }])
  expect(readCsv(text).rows.map(({ cells }) => cells)).toEqual([
    ['Name', 'Note', 'Row', 'Reason'],
    ["'=1+1", 'a\nb', '7', 'Why'],
  ])
})

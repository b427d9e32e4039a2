import { expect, it } from 'vitest'
import { type Entry, type Kind, parseLine } from '../../../server/journal/entries.ts'
import { lastEntries } from '../../../server/journal/fold.ts'

let count = 0
const entry = (kind: Kind, second: number, subject = 'one', organization: string | null = 'org'): Entry => ({
  id: `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}`,
  at: `2026-11-20T15:00:${String(second).padStart(2, '0')}.000000Z`,
  ...{ kind, organization, subject },
})

const kindsOf = (...entries: Entry[]) =>
  [...lastEntries(entries)]
    .flatMap(([kind, found]) => found.map(({ subject }) => `${kind} ${subject}`))
    .toSorted()

it.each<[Kind, Kind]>([
  ['mail_opt_out', 'mail_opt_out_ended'],
  ['text_opt_out', 'text_opt_out_ended'],
  ['membership_ended', 'membership_begun'],
  ['admin_removed', 'admin_appointed'],
  ['person_removed', 'person_added'],
  ['text_consent_ended', 'text_consent_given'],
])('the last of %s and %s counts, in any order', (kind, reversal) => {
  const [first, second, third] = [entry(kind, 1), entry(reversal, 2), entry(kind, 3)]
  expect(kindsOf(second, first)).toEqual([`${reversal} one`])
  expect(kindsOf(first, second)).toEqual([`${reversal} one`])
  expect(kindsOf(third, first, second, first)).toEqual([`${kind} one`])
})

it('entries about other subjects, organizations, and things are separate', () => {
  const entries = [
    entry('mail_opt_out', 1),
    entry('mail_opt_out_ended', 2, 'two'),
    entry('mail_opt_out_ended', 2, 'one', 'other'),
    entry('text_opt_out_ended', 2),
    entry('lead_erased', 1),
    entry('lead_erased', 2),
  ]
  expect(kindsOf(...entries)).toEqual([
    'lead_erased one',
    'mail_opt_out one',
    'mail_opt_out_ended one',
    'mail_opt_out_ended two',
    'text_opt_out_ended one',
  ])
})

it.each([
  '',
  '{',
  'null',
  '[]',
  '7',
  '{"id":"1","at":"2026-11-20T15:00:00.000000Z","kind":"lead_erased","subject":"one"}',
  '{"id":"00000000-0000-4000-8000-000000000001","at":"yesterday","kind":"lead_erased","subject":"one"}',
  '{"id":"00000000-0000-4000-8000-000000000001","at":"2026-11-20T15:00:00.000000Z","kind":"x","subject":"one"}',
  '{"id":"00000000-0000-4000-8000-000000000001","at":"2026-11-20T15:00:00.000000Z","kind":"lead_erased","subject":""}',
  '{"id":"00000000-0000-4000-8000-000000000001","at":"2026-11-20T15:00:00.000000Z","kind":"lead_erased","subject":7}',
])('a damaged line is not read: %s', (line) => {
  expect(parseLine(line)).toBeNull()
})

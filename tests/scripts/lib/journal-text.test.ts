import { expect, it } from 'vitest'
import { journalText } from '../../../scripts/lib/journal-text.ts'
import { noEffects } from '../../../server/backups/effects.ts'
import type { JournalReport } from '../../../server/backups/restore-journal.ts'

const MADE = new Date('2026-11-20T15:00:00Z')
const at = (text: string) => `${text}.000000Z`
const report = (more: Partial<JournalReport> = {}): JournalReport => ({
  isLive: true,
  begins: at('2026-10-01T00:00:00'),
  ends: at('2026-11-23T09:00:00'),
  unreadable: 0,
  foreign: 0,
  effects: noEffects(),
  ...more,
})
const text = (more?: Partial<JournalReport>) => journalText(report(more), MADE).join('\n')
const APPLIED = 'Applied the journal from 2026-10-01T00:00:00.000000Z to 2026-11-23T09:00:00.000000Z: '
const UNKNOWN = 'what was erased, revoked, ended, or opted out since'

it('a journal that covers the time since the backup is summed up', () => {
  const effects = { ...noEffects(), leads: 1_200, keys: 1, textOptOuts: 2 }
  expect(text({ effects })).toBe(
    `${APPLIED}1,200 erased leads, 1 revoked API key, 2 opt-outs from text messages.`,
  )
  expect(text()).toBe(`${APPLIED}nothing that was not in the backup.`)
})

it('without a journal, it says since when nothing is known', () => {
  const none = { isLive: false, begins: null, ends: null }
  const said = `There is no journal: ${UNKNOWN} 2026-11-20T15:00:00.000Z is not known, and is back.`
  expect(text(none)).toBe(said)
  expect(text({ ...none, unreadable: 1 })).toBe(`${said}\n1 line of the journal could not be read.`)
})

it('a journal that does not cover the time since the backup says what is missing', () => {
  expect(text({ isLive: false, ends: at('2026-11-20T15:00:01') })).toContain(
    `\nIt is the copy in the backup: ${UNKNOWN} 2026-11-20T15:00:01.000000Z is not known, and is back.`,
  )
  expect(text({ ends: at('2026-11-19T23:59:59') })).toContain(
    `\nIt ends before the backup: ${UNKNOWN} 2026-11-20T15:00:00.000Z is not known, and is back.`,
  )
  // Nothing has to have happened on the day of the backup.
  expect(text({ ends: at('2026-11-20T00:00:01') })).not.toContain('not known')
  expect(text({ begins: at('2026-11-21T08:00:00') })).toContain(
    '\nIt begins after the backup: what was erased, revoked, ended, or opted out between 2026-11-20T15:00:00.000Z and 2026-11-21T08:00:00.000000Z is not known, and is back.',
  )
})

it('lines that could not be read, and hashes of another database, are counted', () => {
  expect(text({ unreadable: 3, foreign: 2 })).toContain(
    '\n2 entries could not be compared with the data, because another database made the hashes.\n3 lines of the journal could not be read.',
  )
})

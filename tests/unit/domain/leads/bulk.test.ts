import { describe, expect, it } from 'vitest'
import { bulkText } from '../../../../src/domain/leads/bulk.ts'
import { joinNotes } from '../../../../src/domain/leads/merge.ts'

describe('bulkText', () => {
  const none = { status: 'lost' as const, sent: 0, waiting: 0, unchanged: 0, failed: [], reason: null }
  it.each([
    [{ ...none, sent: 1 }, '1 lead updated to lost.'],
    [{ ...none, sent: 5 }, '5 leads updated to lost.'],
    [{ ...none, waiting: 2 }, '2 leads updated to lost. 2 leads changed only on this device so far.'],
    [
      { ...none, sent: 4, waiting: 1, failed: ['a', 'b'], reason: 'No.' },
      '5 of 7 leads updated to lost. 1 lead changed only on this device so far. 2 leads kept the old status: No.',
    ],
    [
      { ...none, failed: ['a'], reason: 'No.' },
      '0 of 1 lead updated to lost. 1 lead kept the old status: No.',
    ],
  ])('%o', (outcome, text) => expect(bulkText(outcome)).toBe(text))
})

describe('joinNotes', () => {
  it.each([
    [null, 'b', 'b'],
    ['a', 'b', 'a\nb'],
    ['a', '  ', 'a'],
    [null, '', ''],
  ])('%s and %s', (notes, added, joined) => expect(joinNotes(notes, added)).toBe(joined))
})

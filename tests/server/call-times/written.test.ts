import { expect, it } from 'vitest'
import { slotLabel, slotSentence } from '../../../server/call-times/slots.ts'

const NOW = new Date('2026-11-20T15:00:00Z')
const ZONE = 'America/New_York'

it.each([
  ['this year', '2026-12-31T20:00:00Z', 'Thu, Dec 31, 3:00 PM', 'Thursday, December 31 at 3:00 PM EST'],
  // Already another year in UTC.
  [
    'the last evening',
    '2027-01-01T04:00:00Z',
    'Thu, Dec 31, 11:00 PM',
    'Thursday, December 31 at 11:00 PM EST',
  ],
  [
    'another year',
    '2027-11-18T04:45:00Z',
    'Wed, Nov 17, 2027, 11:45 PM',
    'Wednesday, November 17, 2027 at 11:45 PM EST',
  ],
])('%s', (_, start, label, sentence) => {
  expect(slotLabel(new Date(start), ZONE, 'en', NOW)).toBe(label)
  expect(slotSentence(new Date(start), ZONE, 'en', NOW)).toBe(sentence)
})

it('another year in Spanish', () => {
  expect(slotSentence(new Date('2027-11-18T04:45:00Z'), ZONE, 'es', NOW)).toContain('17 de noviembre de 2027')
})

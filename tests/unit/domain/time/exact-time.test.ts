import { expect, it } from 'vitest'
import { exactTime } from '../../../../src/domain/time/exact-time.ts'

it('says an instant in full by the clock of a zone', () => {
  expect(exactTime('2026-11-20T12:00:00.000Z', 'America/New_York').replace(/\s/g, ' ')).toBe(
    'Nov 20, 2026, 7:00 AM',
  )
})

it('says nothing of text that is no instant', () => {
  expect(exactTime('soon')).toBe('')
})

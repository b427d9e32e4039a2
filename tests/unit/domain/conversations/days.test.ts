import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groupByDay, timeOfDay } from '../../../../src/domain/conversations/days.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const ZONE = 'America/New_York'
const message = (id: string, created_at: string) => ({
  id,
  message_type: 'incoming',
  content: id,
  photos: [],
  created_at,
})
const timeOf = ({ created_at }: { created_at: string }) => created_at

describe('groupByDay', () => {
  it('splits messages at midnight of the time zone, not of UTC', () => {
    const days = groupByDay(
      [
        message('old', '2026-11-02T15:00:00Z'),
        message('late', '2026-11-20T04:59:00Z'),
        message('early', '2026-11-20T05:01:00Z'),
        message('now', '2026-11-20T11:00:00Z'),
      ],
      timeOf,
      NOW,
      ZONE,
    )
    expect(days.map(({ label, items }) => [label, items.map(({ id }) => id)])).toEqual([
      ['Monday, November 2, 2026', ['old']],
      ['Yesterday', ['late']],
      ['Today', ['early', 'now']],
    ])
  })

  it.each([
    // The first hour after a day of 23 hours, and the last one of a day of 25.
    ['2026-03-09T04:30:00Z', '2026-03-08T17:00:00Z', '2026-03-07T17:00:00Z', 'Saturday, March 7, 2026'],
    ['2026-11-02T04:30:00Z', '2026-10-31T16:00:00Z', '2026-10-30T16:00:00Z', 'Friday, October 30, 2026'],
  ])('knows at %s which day was yesterday', (now, yesterday, earlier, label) => {
    const messages = [message('earlier', earlier), message('yesterday', yesterday)]
    const days = groupByDay(messages, timeOf, new Date(now), ZONE)
    expect(days.map((day) => day.label)).toEqual([label, 'Yesterday'])
  })

  it('keeps all messages in order', () => {
    const instants = fc.date({ min: new Date('2020-01-01'), max: NOW, noInvalidDate: true })
    fc.assert(
      fc.property(fc.array(instants), (dates) => {
        const messages = dates.map((date, at) => message(String(at), date.toISOString()))
        const days = groupByDay(messages, timeOf, NOW, ZONE)
        expect(days.flatMap((day) => day.items)).toEqual(messages)
        expect(days.every((day) => day.items.length > 0)).toBe(true)
      }),
    )
  })
})

describe('timeOfDay', () => {
  it('formats the time in the time zone', () => {
    expect(timeOfDay('2026-11-20T12:00:00Z', ZONE)).toBe('7:00 AM')
  })
})

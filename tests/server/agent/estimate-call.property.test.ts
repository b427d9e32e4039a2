import fc from 'fast-check'
import { expect, it } from 'vitest'
import { respond } from '../../../server/agent/respond.ts'
import { agrees } from '../../../server/agent/schedule/intents.ts'
import { readWish, suits } from '../../../server/agent/schedule/wish.ts'
import { readState } from '../../../server/agent/state.ts'
import { begin } from '../../../server/agent/turn.ts'
import { freeSlots, slotLabel, wallSlot } from '../../../server/call-times/slots.ts'
import { DEFAULT_HOURS } from '../../../src/contract/profile.ts'
import { aCallAt, aContext } from './business.ts'

const busy = [aCallAt('2026-11-23T15:00:00Z'), aCallAt('2026-11-24T21:00:00Z')]
/** Closed on Thanksgiving Day, and on December 2 and 3; with a break at noon on Wednesdays. */
const closures = [
  { from: '2026-11-26', to: '2026-11-26', holiday: 'Thanksgiving Day' },
  { from: '2026-12-02', to: '2026-12-03', holiday: null },
]
const hours = DEFAULT_HOURS.flatMap((day) =>
  day.day === 'wednesday'
    ? [
        { ...day, closeTime: '12:00' },
        { ...day, openTime: '13:00' },
      ]
    : [day],
)
const thanksgiving = ['2026-11-26', '2027-11-25']
const holidays = [{ name: 'Thanksgiving Day', days: thanksgiving, dates: thanksgiving, isPublic: true }]
const context = { ...aContext({ hours, closures, holidays }), busy }
const { timezone } = context.business
const free = new Set(
  freeSlots({ ...context.business, busy, minutes: 30 }, context.now, 15).map(({ start }) => start.getTime()),
)

const day = fc.constantFrom(
  'Monday',
  'Tuesday',
  'tomorrow',
  'the 25th',
  'Nov 27',
  'next week',
  'Sunday',
  'Thanksgiving',
  'Wednesday',
  'December 2nd',
  'el jueves',
  '',
)
const time = fc.constantFrom(
  'at 3',
  'at 3:15',
  '10 am',
  'after 2',
  'in the morning',
  'at 9 pm',
  'a las 4',
  '3-4pm',
  'noon',
  '',
)
const wish = fc.tuple(day, time).map((parts) => parts.join(' ').trim())
const message = fc.oneof(
  { weight: 4, arbitrary: wish },
  { weight: 2, arbitrary: fc.constantFrom("I can't do Tuesday", 'not Monday', 'no mornings', 'any day except Friday') },
  { weight: 4, arbitrary: fc.constantFrom('yes', 'yes please', 'ok', 'sure, but later', 'maybe', 'sí', 'no', 'perfect') },
  { weight: 2, arbitrary: fc.constantFrom('30 minutes later', 'Thursday same time', 'cancel', 'Other times', 'the second one') },
  { weight: 1, arbitrary: fc.constantFrom('what do you charge?', 'thanks', '12 Elm St, Austin', 'hmm') },
  { weight: 3, arbitrary: fc.nat(5) },
) // biome-ignore format: a table
/** Returns whether a text names an hour at which a call starts. */
const names = (text: string, start: Date) => {
  const wish = readWish(text, wallSlot(context.now, timezone).day)
  return wish.any.some(({ at }) => at !== null) && suits(wallSlot(start, timezone), wish)
}

const known = { name: 'Jane Doe', phone: '(512) 555-0147', service_needs: 'mowing', address: '12 Elm St' }

it('books only a free slot that was tapped, or proposed and accepted, and never one that was ruled out', () => {
  let bookings = 0
  fc.assert(
    fc.property(fc.array(message, { maxLength: 14 }), fc.boolean(), (messages, isKnown) => {
      let { state, quickReplies } = begin(context)
      if (isKnown) state = readState({ known, asked: { topic: 'slot', tries: 1, question: null } })
      for (const each of messages) {
        const text = typeof each === 'number' ? (quickReplies[each] ?? 'hello') : each
        const turn = respond(context, state, text)
        if (turn.booking?.kind === 'book') {
          bookings += 1
          const { start } = turn.booking
          const isTapped =
            state.offered.includes(start.toISOString()) && text === slotLabel(start, timezone, state.language)
          // Choosing the proposed time once more accepts it.
          const isAccepted =
            state.proposed === start.toISOString() &&
            (agrees(text) || text === 'the second one' || names(text, start))
          expect([text, isTapped || isAccepted]).toEqual([text, true])
          expect(free.has(start.getTime())).toBe(true)
          const { weekday, day: date, minutes } = wallSlot(start, timezone)
          expect(closures.filter(({ from, to }) => from <= date && date <= to)).toEqual([])
          expect(weekday === 3 && minutes > 690 && minutes < 780).toBe(false)
          const ruledOut = state.excluded.filter(
            (not) =>
              (!not.days || not.days.includes(date)) &&
              (!not.weekdays || not.weekdays.includes(weekday)) &&
              (!not.at || not.at.includes(minutes)) &&
              (not.from === null || minutes >= not.from) &&
              (not.to === null || minutes < not.to),
          )
          expect(ruledOut).toEqual([])
        }
        state = turn.state
        quickReplies = turn.quickReplies
      }
    }),
    { numRuns: 300 },
  )
  expect(bookings).toBeGreaterThan(20)
})

it.each(['yes', 'ok', 'perfect', 'sí', 'yes please'])('%j books nothing that was not proposed', (text) => {
  const offered = ['2026-11-24T15:00:00.000Z']
  const asked = { topic: 'slot', tries: 1, question: null } as const
  expect(respond(context, readState({ known, offered, asked }), text).booking).toBeNull()
})

import { describe, expect, it } from 'vitest'
import { readState } from '../../../server/agent/state.ts'
import type { Turn } from '../../../server/agent/turn.ts'
import { aContext } from './business.ts'
import { converse } from './conversation.ts'

const INTRODUCTION = 'I am Jane Doe, 512-555-0188. I need mowing at 12 Elm Street, Austin, TX 78701.'
const context = aContext()
/** The time that awaits a yes after the messages, in the business's zone; null if none does. */
function proposedAfter(...messages: string[]): string | null {
  const turn = converse([INTRODUCTION, ...messages], context).at(-1) as Turn
  const { proposed } = readState(turn.state)
  return (
    proposed &&
    new Date(proposed).toLocaleString('en-US', {
      timeZone: 'America/Chicago',
      weekday: 'short',
      hour: 'numeric',
      minute: '2-digit',
    })
  )
}
const bookedAfter = (...messages: string[]) =>
  converse([INTRODUCTION, ...messages], context).flatMap(({ booking }) =>
    booking?.kind === 'book' ? booking.start.toISOString() : [],
  )

describe('a time in an unusual form', () => {
  it.each([
    ['Is Wednesday at eleven all right?', 'Wed 11:00 AM'],
    ['nov 24 1500', 'Tue 3:00 PM'],
    ['11/24 1500', 'Tue 3:00 PM'],
    ['24 de noviembre 1500', 'Tue 3:00 PM'],
    ['2026-11-24T15:00', 'Tue 3:00 PM'],
    ['2026-11-24T15:00:00-06:00', 'Tue 3:00 PM'],
    ['monday 3 : 30 pm', 'Mon 3:30 PM'],
    ['3.30pm tuesday', 'Tue 3:30 PM'],
    ['tuesday 3.30', 'Tue 3:30 PM'],
    ['2.30 p.m. on monday', 'Mon 2:30 PM'],
    ['mon 3;30', 'Mon 3:30 PM'],
    ['tuesday 2-30pm', 'Tue 2:30 PM'],
    ['tues 1430', 'Tue 2:30 PM'],
    ['monday at 1500 hrs', 'Mon 3:00 PM'],
    ['monday 0900', 'Mon 9:00 AM'],
    ['Tues 24th 3ish', 'Tue 3:00 PM'],
    ['wed. 11 a.m. sharp', 'Wed 11:00 AM'],
    ['mon at noon thirty', 'Mon 12:30 PM'],
    ['monday 8 thirty', 'Mon 8:30 AM'],
    ['wednesday, eleven would be lovely', 'Wed 11:00 AM'],
    ['a las 3.30 de la tarde el martes', 'Tue 3:30 PM'],
  ])('is read: %s', (text, expected) => expect(proposedAfter(text)).toBe(expected))
})

describe('a number, a word of time, or a negation that was not read', () => {
  it.each([
    'monday morning, late rather than early',
    'not monday not tuesday, wednesday 2',
    "tuesday works unless it's before 9",
    '1:30 not 2:30 on monday',
    'my kid has practice at 3 on tuesday',
    "I'm busy monday at 9 and free after",
  ])('leads to no proposal: %s', (text) => expect(proposedAfter(text)).toBeNull())

  it('beside a yes books nothing', () => {
    expect(bookedAfter('monday at 10', 'yes 1130')).toEqual([])
    expect(bookedAfter('monday at 10', 'ok but 4', 'yes')).toEqual([])
    expect(bookedAfter('monday at 10', 'yes, see you at 10am monday')).toHaveLength(1)
  })

  it('keeps the numbers of other things out of it', () => {
    expect(bookedAfter('monday at 10', 'yes and my gate code is 1234')).toHaveLength(1)
  })
})

describe('what a visitor rules out', () => {
  it('can be several things', () => {
    const turn = converse([INTRODUCTION, 'no calls before 10 and never on Fridays'], context).at(-1)
    const { offered, proposed } = readState(turn?.state)
    for (const start of proposed ? [proposed] : offered) {
      const text = new Date(start).toLocaleString('en-US', { timeZone: 'America/Chicago', weekday: 'short' })
      expect(text).not.toBe('Fri')
      const hour = Number(
        new Date(start).toLocaleString('en-US', {
          timeZone: 'America/Chicago',
          hour: 'numeric',
          hour12: false,
        }),
      )
      expect(hour).toBeGreaterThanOrEqual(10)
    }
  })

  it('does not move a booked call to the day on which something came up', () => {
    const turns = converse([INTRODUCTION, 'monday at 10', 'yes', 'something came up wed'], context)
    expect(turns.at(-1)?.booking).toBeNull()
    expect(readState(turns.at(-1)?.state).proposed).toBeNull()
  })
})

describe('a yes to several times', () => {
  it.each(['yes', 'ok', 'sounds good'])('chooses none of them: %s', (yes) => {
    expect(proposedAfter('I have an appointment at 10 on monday, 1 would be better', yes)).toBeNull()
    expect(bookedAfter('I have an appointment at 10 on monday, 1 would be better', yes, yes)).toEqual([])
  })

  it('lets the visitor leave the choice to the business', () => {
    expect(proposedAfter('when are you free?', 'any of those')).not.toBeNull()
  })
})

describe('a week from a day', () => {
  it.each([
    ['a week from tomorrow at 11', '2026-11-28T17:00:00.000Z'],
    ['de mañana en ocho a las 11', '2026-11-28T17:00:00.000Z'],
    ['two weeks from today at 11', '2026-12-04T17:00:00.000Z'],
  ])('is that many days after it: %s', (words, start) => {
    expect(bookedAfter(words, /ñ/.test(words) ? 'sí' : 'yes')).toEqual([start])
  })
})

describe('an answer to offered times', () => {
  const stateAfter = (answer: string) => readState(converse([INTRODUCTION, answer], context).at(-1)?.state)

  it.each(['neither', 'ninguno', 'ninguna', 'otro dia', 'otro día', 'otra hora', 'another day'])(
    '%s asks for others',
    (answer) => expect(stateAfter(answer)).toMatchObject({ asked: { topic: 'slot' }, declined: [] }),
  )

  it.each([
    ['10 or later', { from: 600, to: null }],
    ['3pm or later', { from: 900, to: null }],
    ['monday 11 or earlier', { from: null, to: 660 }],
  ])('%s is a part of the day', (answer, part) => {
    expect(stateAfter(answer)).toMatchObject({ asked: { topic: 'slot' }, declined: [], wish: [part] })
  })
})

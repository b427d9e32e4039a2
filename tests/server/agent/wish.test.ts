import { describe, expect, it } from 'vitest'
import { isWish, readWish, suits } from '../../../server/agent/schedule/wish.ts'
import { zoneOfVisitor } from '../../../server/agent/schedule/zone.ts'
import { freeSlots, slotLabel } from '../../../server/call-times/slots.ts'
import { DAYS } from '../../../src/contract/profile.ts'

const timezone = 'America/New_York'
/** Friday, November 20, 2026, 10 AM in New York. */
const now = new Date('2026-11-20T15:00:00Z')
const TODAY = '2026-11-20'
const hours = DAYS.map((day) => ({ day, isOpen: true, openTime: '07:00', closeTime: '20:00' }))
const free = freeSlots({ hours, timezone, closures: [], busy: [], minutes: 30 }, now, 15)

/** The first and last free slots that match what a visitor wrote, in a week open from 7 to 20. */
function span(text: string): string {
  const wish = readWish(text, TODAY, { now, timezone, visitors: zoneOfVisitor(text), days: [] })
  const fitting = free.filter((slot) => suits(slot, wish))
  const label = (at: number) => {
    const slot = fitting.at(at)
    return slot ? slotLabel(slot.start, timezone).replace(/^\w+, /, '') : ''
  }
  return fitting.length === 1 ? label(0) : `${label(0)} – ${label(-1)}`
}

describe('a wish', () => {
  it.each([
    ['tomorrow at 3', 'Nov 21, 3:00 PM'],
    ['Tomorrow at 3.', 'Nov 21, 3:00 PM'],
    ['3pm tomorrow works', 'Nov 21, 3:00 PM'],
    ['3 in the afternoon on Monday', 'Nov 23, 3:00 PM'],
    ['Monday 15:30', 'Nov 23, 3:30 PM'],
    ['half past 2 on Tuesday', 'Nov 24, 2:30 PM'],
    ['quarter to four tomorrow', 'Nov 21, 3:45 PM'],
    ['a quarter past 5 in the evening on the 25th', 'Nov 25, 5:15 PM'],
    ["tomorrow, ten o'clock", 'Nov 21, 10:00 AM'],
    ['noon on Monday', 'Nov 23, 12:00 PM'],
    ['Nov 24 at 11:45 am', 'Nov 24, 11:45 AM'],
    ['the 24th of November at 9', 'Nov 24, 9:00 AM'],
    ['11/25 at 8:30', 'Nov 25, 8:30 AM'],
    ['day after tomorrow at 2', 'Nov 22, 2:00 PM'],
    ['in 2 weeks at 10 am', 'Dec 4, 10:00 AM'],
    ['a week from Tuesday at 10', 'Dec 1, 10:00 AM'],
    ['friday next week at 12:30 in the afternoon', 'Nov 27, 12:30 PM'],
    ['move it from Tuesday to Thursday at 2', 'Nov 26, 2:00 PM'],
    ['3pm Pacific on Monday', 'Nov 23, 6:00 PM'],
    ['10 am Arizona time on Monday', 'Nov 23, 12:00 PM'],
    ["I'm in Phoenix, so Monday at 10 am my time", 'Nov 23, 12:00 PM'],
    ['Monday at 8 am Hawaii time', 'Nov 23, 1:00 PM'],
    ['9am HST on Monday', 'Nov 23, 2:00 PM'],
    ['noon Alaska time on Monday', 'Nov 23, 4:00 PM'],
    ['10 am akst on Monday', 'Nov 23, 2:00 PM'],
    ['Monday at 3 EST', 'Nov 23, 3:00 PM'],
    ['monday 330pm', 'Nov 23, 3:30 PM'],
    ['tues 1015', 'Nov 24, 10:15 AM'],
    ['Monday 3.30', 'Nov 23, 3:30 PM'],
    ['tomorrow 3.30pm', 'Nov 21, 3:30 PM'],
    ['2.30 p.m. on Monday', 'Nov 23, 2:30 PM'],
    ['Monday 10.30 am', 'Nov 23, 10:30 AM'],
    ['tues 9.15a', 'Nov 24, 9:15 AM'],
    ['3.30p Tuesday', 'Nov 24, 3:30 PM'],
    ["Tuesday 3'30", 'Nov 24, 3:30 PM'],
    ['Tuesday 3,30 pm', 'Nov 24, 3:30 PM'],
    ['2-30pm Monday', 'Nov 23, 2:30 PM'],
    ['Tuesday 2–30 pm', 'Nov 24, 2:30 PM'],
    ['Monday 1430', 'Nov 23, 2:30 PM'],
    ['1430 on Monday', 'Nov 23, 2:30 PM'],
    ['around 1430 tomorrow', 'Nov 21, 2:30 PM'],
    ['0930 Tuesday', 'Nov 24, 9:30 AM'],
    ['1430 works', 'Nov 20, 2:30 PM – Dec 4, 2:30 PM'],
    ['0900', 'Nov 21, 9:00 AM – Dec 4, 9:00 AM'],
    ['1500 hrs Tuesday', 'Nov 24, 3:00 PM'],
    ['Tuesday 1530hrs', 'Nov 24, 3:30 PM'],
    ['Tuesday 14:30h', 'Nov 24, 2:30 PM'],
    ['Tues 24th 3ish', 'Nov 24, 3:00 PM'],
    ['Tuesday 3-ish', 'Nov 24, 3:00 PM'],
    ['Tuesday 330ish', 'Nov 24, 3:30 PM'],
    ['tues@3', 'Nov 24, 3:00 PM'],
    ['mañana a las 3.30 de la tarde', 'Nov 21, 3:30 PM'],
    ['lunes 15.30', 'Nov 23, 3:30 PM'],
    ['el martes a las 15:30 hrs', 'Nov 24, 3:30 PM'],
    ['Tuesday, 2.5 acres', 'Nov 24, 7:00 AM – Nov 24, 7:30 PM'],
    ['Tuesday, 12-14 trees', 'Nov 24, 7:00 AM – Nov 24, 7:30 PM'],
    ['Thursday at 10 tree trimming', 'Nov 26, 10:00 AM'],
    ['in 2-3 weeks', 'Dec 4, 7:00 AM – Dec 4, 7:30 PM'],
    ['mañana a las 3', 'Nov 21, 3:00 PM'],
    ['mejor a las 10', 'Nov 21, 10:00 AM – Dec 4, 10:00 AM'],
    ['el lunes para las 11', 'Nov 23, 11:00 AM'],
    ['el lunes las 9', 'Nov 23, 9:00 AM'],
    ['mañana en la tardecita', 'Nov 21, 12:00 PM – Nov 21, 4:45 PM'],
    ['en dos horas', 'Nov 20, 12:00 PM – Nov 20, 12:45 PM'],
    ['el lunes a las tres y media de la tarde', 'Nov 23, 3:30 PM'],
    ['pasado mañana al mediodía', 'Nov 22, 12:00 PM'],
    ['el 24 de noviembre a las 10 de la mañana', 'Nov 24, 10:00 AM'],
  ])('%j is %s', (text, expected) => expect(span(text)).toBe(expected))

  it.each([
    ['3-4pm tomorrow', 'Nov 21, 3:00 PM – Nov 21, 3:45 PM'],
    ['tomorrow between 2 and 4', 'Nov 21, 2:00 PM – Nov 21, 3:45 PM'],
    ['from 9:30 to 11 on Monday', 'Nov 23, 9:30 AM – Nov 23, 10:45 AM'],
    ['Monday after 5', 'Nov 23, 5:00 PM – Nov 23, 7:30 PM'],
    ['Monday before noon', 'Nov 23, 7:00 AM – Nov 23, 11:45 AM'],
    ['this weekend', 'Nov 21, 7:00 AM – Nov 22, 7:30 PM'],
    ['next Tuesday', 'Nov 24, 7:00 AM – Nov 24, 7:30 PM'],
    ['any weekday next week', 'Nov 23, 7:00 AM – Nov 27, 7:30 PM'],
    ['next week', 'Nov 23, 7:00 AM – Nov 29, 7:30 PM'],
    ['Monday morning', 'Nov 23, 7:00 AM – Nov 23, 11:45 AM'],
    ['after Wednesday next week', 'Nov 26, 7:00 AM – Dec 4, 7:30 PM'],
    ['el martes por la tarde', 'Nov 24, 12:00 PM – Nov 24, 4:45 PM'],
    ['mañana entre las 2 y las 4', 'Nov 21, 2:00 PM – Nov 21, 3:45 PM'],
    ['week from Tuesday at 9', 'Dec 1, 9:00 AM'],
    ['2 weeks from Monday', ' – '],
    ['not til 2 on Monday', 'Nov 23, 2:00 PM – Nov 23, 7:30 PM'],
    ['Monday no later than 9', 'Nov 23, 7:00 AM – Nov 23, 8:45 AM'],
    ['anything earlier than Monday', 'Nov 20, 12:00 PM – Nov 22, 7:30 PM'],
    ['11/24 230', 'Nov 24, 2:30 PM'],
    ['the twenty-fourth at 3', 'Nov 24, 3:00 PM'],
    ['mid next week', 'Nov 24, 7:00 AM – Nov 26, 7:30 PM'],
    ['I pick up the kids at 3, so before that on Monday', 'Nov 23, 7:00 AM – Nov 23, 2:45 PM'],
    ['Monday am', 'Nov 23, 7:00 AM – Nov 23, 11:45 AM'],
    ['I am free Monday', 'Nov 23, 7:00 AM – Nov 23, 7:30 PM'],
    ['Monday, pm only', 'Nov 23, 12:00 PM – Nov 23, 7:30 PM'],
    ['not this Tuesday but next', 'Dec 1, 7:00 AM – Dec 1, 7:30 PM'],
    ['el lunes antes del mediodía', 'Nov 23, 7:00 AM – Nov 23, 11:45 AM'],
    ['hasta el lunes', 'Nov 20, 12:00 PM – Nov 23, 7:30 PM'],
    ['March 5', ' – '],
    ['the 5th of March', ' – '],
    ['January 5th', ' – '],
    ['from the 24th to the 26th of November', 'Nov 24, 7:00 AM – Nov 26, 7:30 PM'],
    ['Nov 24-26 works', 'Nov 24, 7:00 AM – Nov 26, 7:30 PM'],
    ['between November 24 and 26', 'Nov 24, 7:00 AM – Nov 26, 7:30 PM'],
    ['nov 25 or 26', 'Nov 25, 7:00 AM – Nov 26, 7:30 PM'],
    ['25th or 26th of november', 'Nov 25, 7:00 AM – Nov 26, 7:30 PM'],
    ['nov 25 2-3pm', 'Nov 25, 2:00 PM – Nov 25, 2:45 PM'],
    ['sometime in the next three days', 'Nov 20, 12:00 PM – Nov 23, 7:30 PM'],
    ['any morning but Saturday', 'Nov 22, 7:00 AM – Dec 4, 11:45 AM'],
    ['next 3 days', 'Nov 20, 12:00 PM – Nov 23, 7:30 PM'],
    ['before the weekend', 'Nov 20, 12:00 PM – Nov 20, 7:30 PM'],
    ['antes del fin de semana', 'Nov 20, 12:00 PM – Nov 20, 7:30 PM'],
    ['after the weekend', 'Nov 23, 7:00 AM – Dec 4, 7:30 PM'],
    ['before next week', 'Nov 20, 12:00 PM – Nov 22, 7:30 PM'],
    ['Saturday, before next week', 'Nov 21, 7:00 AM – Nov 21, 7:30 PM'],
    ['by the end of next week', 'Nov 20, 12:00 PM – Nov 29, 7:30 PM'],
    ['by eow', 'Nov 20, 12:00 PM – Nov 22, 7:30 PM'],
    ['EOM', 'Nov 21, 7:00 AM – Nov 30, 7:30 PM'],
    ['after today', 'Nov 21, 7:00 AM – Dec 4, 7:30 PM'],
    ['after last week', ' – '],
    ['within a week', 'Nov 20, 12:00 PM – Nov 27, 7:30 PM'],
    ['in a week or two', 'Nov 27, 7:00 AM – Dec 4, 7:30 PM'],
    ['next week or the week after', 'Nov 23, 7:00 AM – Dec 4, 7:30 PM'],
    ['within the month', 'Nov 20, 12:00 PM – Nov 30, 7:30 PM'],
    ['after the 1st of the year', ' – '],
    ['through Sunday', 'Nov 20, 12:00 PM – Nov 22, 7:30 PM'],
    ['Monday, any time up to 9', 'Nov 23, 7:00 AM – Nov 23, 8:45 AM'],
    ['Dec 2 in the am', 'Dec 2, 7:00 AM – Dec 2, 11:45 AM'],
    ['the week of 11/23', 'Nov 23, 7:00 AM – Nov 29, 7:30 PM'],
    ['Wednesday or later', 'Nov 25, 7:00 AM – Dec 4, 7:30 PM'],
    ['as of Wednesday', 'Nov 25, 7:00 AM – Dec 4, 7:30 PM'],
    ["I'll be back on the 1st", 'Dec 1, 7:00 AM – Dec 4, 7:30 PM'],
    ['before we leave on Monday', 'Nov 20, 12:00 PM – Nov 22, 7:30 PM'],
    ["I'm home by 4 on Monday", 'Nov 23, 4:00 PM – Nov 23, 7:30 PM'],
    ['no earlier than 10 on Monday', 'Nov 23, 10:00 AM – Nov 23, 7:30 PM'],
    ['Monday, but nothing before noon', 'Nov 23, 12:00 PM – Nov 23, 7:30 PM'],
    ['on vacation next week', 'Nov 20, 12:00 PM – Dec 4, 7:30 PM'],
    ['during the week', 'Nov 20, 12:00 PM – Dec 4, 7:30 PM'],
    ['M-F after 5', 'Nov 20, 5:00 PM – Dec 4, 7:30 PM'],
    ['tu/th mornings', 'Nov 24, 7:00 AM – Dec 3, 11:45 AM'],
    ['ten tmrw', 'Nov 21, 10:00 AM'],
    ['2moro 3p-5p', 'Nov 21, 3:00 PM – Nov 21, 4:45 PM'],
    ['a principios de diciembre', 'Dec 1, 7:00 AM – Dec 4, 7:30 PM'],
    ['el primer martes de diciembre', 'Dec 1, 7:00 AM – Dec 1, 7:30 PM'],
    ['en una o dos semanas', 'Nov 27, 7:00 AM – Dec 4, 7:30 PM'],
    ['el lunes salgo a las 4', 'Nov 23, 4:00 PM – Nov 23, 7:30 PM'],
    ['el lunes después del trabajo', 'Nov 23, 5:00 PM – Nov 23, 7:30 PM'],
    ['after the 24th, maybe the week of 11/30', 'Nov 30, 7:00 AM – Dec 4, 7:30 PM'],
    ['after the 25th, on a Monday', 'Nov 30, 7:00 AM – Nov 30, 7:30 PM'],
    ['until Sunday or after the 3rd', 'Nov 20, 12:00 PM – Dec 4, 7:30 PM'],
    ['Monday, after 4 most days', 'Nov 23, 4:00 PM – Nov 23, 7:30 PM'],
    ['can you haul the brush away Monday', 'Nov 23, 7:00 AM – Nov 23, 7:30 PM'],
    ['call right away tomorrow', 'Nov 21, 7:00 AM – Nov 21, 7:30 PM'],
    ['are you booked up Monday?', 'Nov 23, 7:00 AM – Nov 23, 7:30 PM'],
    ['is Monday busy?', 'Nov 23, 7:00 AM – Nov 23, 7:30 PM'],
    ["the sprinkler isn't working since Friday, can you come Monday", 'Nov 23, 7:00 AM – Nov 23, 7:30 PM'],
    ["Monday wouldn't be bad", 'Nov 23, 7:00 AM – Nov 23, 7:30 PM'],
    ["I don't need it until Wednesday", 'Nov 25, 7:00 AM – Dec 4, 7:30 PM'],
    ["don't come before Wednesday", 'Nov 25, 7:00 AM – Dec 4, 7:30 PM'],
    ['the last weekend of november', 'Nov 28, 7:00 AM – Nov 29, 7:30 PM'],
    ['the last day of the month', 'Nov 30, 7:00 AM – Nov 30, 7:30 PM'],
    ['the first day of december', 'Dec 1, 7:00 AM – Dec 1, 7:30 PM'],
    ['early december', 'Dec 1, 7:00 AM – Dec 4, 7:30 PM'],
    ['mid december', ' – '],
    ['late november', 'Nov 21, 7:00 AM – Nov 30, 7:30 PM'],
    ['at the end of the month', 'Nov 21, 7:00 AM – Nov 30, 7:30 PM'],
    ['by the end of the month', 'Nov 20, 12:00 PM – Nov 30, 7:30 PM'],
    ['the weekend after next', 'Nov 28, 7:00 AM – Nov 29, 7:30 PM'],
    ['tomorrow or the day after', 'Nov 21, 7:00 AM – Nov 22, 7:30 PM'],
    ['on the first', 'Dec 1, 7:00 AM – Dec 1, 7:30 PM'],
    ['2 30 pm tomorrow', 'Nov 21, 2:30 PM'],
    ['in 2 and a half hours', 'Nov 20, 12:30 PM – Nov 20, 1:15 PM'],
    ['dec 2 at 3 30 pm', 'Dec 2, 3:30 PM'],
  ])('%j is %s', (text, expected) => expect(span(text)).toBe(expected))

  it.each(['the sooner the better', 'sooner rather than later', 'lo antes posible', 'Monday a primera hora'])(
    '%j is the first time',
    (text) => expect(readWish(text, TODAY)).toMatchObject({ edge: 'first', relative: null }),
  )

  it.each(["what's the latest you have Monday", 'the last slot on Monday', 'end of day Monday'])(
    '%j is the last time',
    (text) => expect(readWish(text, TODAY)).toMatchObject({ edge: 'last', any: [{ days: ['2026-11-23'] }] }),
  )

  it('keeps times apart that exclude each other', () => {
    const { any, not } = readWish('Monday before 8 or after 7 pm', TODAY)
    const on = { days: ['2026-11-23'], weekdays: null, at: null }
    expect({ any, not }).toEqual({
      any: [
        { ...on, from: null, to: 480 },
        { ...on, from: 1_140, to: null },
      ],
      not: [],
    })
  })

  it.each(['I have a meeting at 10 on Monday', "I've got a doctor's appointment at 10 Monday"])(
    '%j rules the time out',
    (text) => {
      const { any, not } = readWish(text, TODAY)
      expect(any).toEqual([])
      expect(not).toMatchObject([{ at: [600, 1_320] }])
    },
  )

  it.each([
    ["I can't do Tuesday", [2]],
    ['not Monday', [1]],
    ['any day except Friday', [5]],
    ['anything but Friday', [5]],
    ["Tuesday doesn't work for me", [2]],
    ['no Mondays or Tuesdays please', [1, 2]],
    ["I'm busy Monday and Wednesday", [1, 3]],
    ["I can't do Monday, Tuesday or Wednesday", [1, 2, 3]],
    ['not Monday, Tuesday or Wednesday', [1, 2, 3]],
    ['no Mondays, Tuesdays', [1, 2]],
    ['el lunes no puedo, el martes tampoco', [1, 2]],
    ['tues doesnt work', [2]],
    ['el martes no puedo', [2]],
    ['cualquier día menos el viernes', [5]],
  ])('%j rules days out', (text, excluded) => {
    const wish = readWish(text, TODAY)
    const days = new Set(free.filter((slot) => suits(slot, wish)).map(({ weekday }) => weekday))
    expect([0, 1, 2, 3, 4, 5, 6].filter((day) => !days.has(day))).toEqual(excluded)
    expect(wish.any).toEqual([])
  })

  it.each([
    ["Tuesday doesn't work, how about Thursday at 10?", 'Nov 26, 10:00 AM'],
    ["I can't do Tuesday but Wednesday at 2 works", 'Nov 25, 2:00 PM'],
    ['No, Thursday at 2', 'Nov 26, 2:00 PM'],
    ['no how about Thursday at 2', 'Nov 26, 2:00 PM'],
    ['no mejor el jueves a las 2', 'Nov 26, 2:00 PM'],
    ['why not Monday at 9?', 'Nov 23, 9:00 AM'],
    ["Monday, but I'm busy until 7pm", 'Nov 23, 7:00 PM – Nov 23, 7:30 PM'],
    ['Monday is bad, Wednesday at 2 works', 'Nov 25, 2:00 PM'],
    ["It's hard to be home before 3 so Tuesday at 4", 'Nov 24, 4:00 PM'],
    ['el lunes trabajo, así que el martes a las 4 por favor', 'Nov 24, 4:00 PM'],
    ['not Tuesday, Wednesday', 'Nov 25, 7:00 AM – Nov 25, 7:30 PM'],
    ['not Tuesday but Wednesday', 'Nov 25, 7:00 AM – Nov 25, 7:30 PM'],
    ["Tuesday doesn't work after all. Wednesday?", 'Nov 25, 7:00 AM – Nov 25, 7:30 PM'],
    ['no el martes, el miércoles', 'Nov 25, 7:00 AM – Nov 25, 7:30 PM'],
    ['Monday, not before 6pm', 'Nov 23, 6:00 PM – Nov 23, 7:30 PM'],
  ])('%j keeps what is wanted apart from what is not', (text, expected) => expect(span(text)).toBe(expected))

  it.each([
    'I need mowing at 12 Elm St',
    'half an acre',
    'my budget is $500',
    '512-555-0147',
    'jane@monday.test',
    'the second one',
    'give me a second',
    'I have a second house',
    'yes please',
    'Black Friday',
  ])('is not in %j', (text) => expect(isWish(readWish(text, TODAY))).toBe(false))
})

it.each([
  '$1430',
  '1430 dollars',
  'around 1500 bucks',
  'the budget is 1500',
  '$2.50 a foot',
  '10.30 a yard',
  '2.50 per square foot',
  '3.30 each',
  '1500 Elm St',
  'zip 43215',
  'apt 1430',
  'gate code 1430',
  'built in 1998',
  'about 1500 square feet',
  '2.5 acres',
  '12-14 trees',
  '10-12 ft tall',
  'it takes 2-3 weeks',
])('%s names no time', (text) => {
  expect(isWish(readWish(text, TODAY))).toBe(false)
})

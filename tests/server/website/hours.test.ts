import { describe, expect, it } from 'vitest'
import { bestWeek, describedWeek, schedulesIn } from '../../../server/website/business/hours.ts'
import { areShiftsApart, type BusinessDay, DAYS } from '../../../src/contract/profile.ts'

const SHORT = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']

/** Returns a week in one line, in which days with the same hours follow each other: `Mo-Fr 08:00-17:00 Sa Su -`. */
function inShort(week: readonly BusinessDay[] | null): string | null {
  if (week === null) return null
  const groups: { days: string[]; hours: string }[] = []
  for (const [at, day] of DAYS.entries()) {
    const shifts = week.filter((each) => each.day === day && each.isOpen)
    const hours = shifts.map(({ openTime, closeTime }) => `${openTime}-${closeTime}`).join(',') || '-'
    const last = groups.at(-1)
    if (last?.hours === hours) last.days.push(SHORT[at] ?? '')
    else groups.push({ days: [SHORT[at] ?? ''], hours })
  }
  return groups
    .map(({ days, hours }) => `${[...new Set([days[0], days.at(-1)])].join('-')} ${hours}`)
    .join(' ')
}

const inText = (text: string) => inShort(bestWeek(schedulesIn(text.split('\n'))))

describe('hours in a text', () => {
  it.each([
    ['Monday - Friday: 8:00 AM – 5:00 PM', 'Mo-Fr 08:00-17:00 Sa-Su -'],
    ['Mon–Sat 7am to 6pm', 'Mo-Sa 07:00-18:00 Su -'],
    ['🕒 Mon–Fri: 8AM–6PM • Sat: 9AM–2PM • Sun: Closed', 'Mo-Fr 08:00-18:00 Sa 09:00-14:00 Su -'],
    ['Mon-Fri 8-5\nSat 9-12\nSunday: Closed', 'Mo-Fr 08:00-17:00 Sa 09:00-12:00 Su -'],
    ['Mon - Fri\n9:00 am - 5:00 pm\nSaturday\nAppointment Only\nSunday\nClosed', 'Mo-Fr 09:00-17:00 Sa-Su -'],
    ['Mon - Fri 9 am - 5 pm; Saturday Appointment Only; Sunday Closed', 'Mo-Fr 09:00-17:00 Sa-Su -'],
    [
      'Monday\n8 AM - 5 PM\nTuesday\nClosed\nWednesday\n8 AM - 5 PM',
      'Mo 08:00-17:00 Tu - We 08:00-17:00 Th-Su -',
    ],
    ['M-F 8:00-4:30', 'Mo-Fr 08:00-16:30 Sa-Su -'],
    ['Open daily from 7am to 7pm', 'Mo-Su 07:00-19:00'],
    ['Open 7 days a week 7am - 7pm', 'Mo-Su 07:00-19:00'],
    ['Mon - Fri: 8am - 12pm, 1pm - 5pm', 'Mo-Fr 08:00-12:00,13:00-17:00 Sa-Su -'],
    ['7am–6pm, Mon–Sat', 'Mo-Sa 07:00-18:00 Su -'],
    ['Mon, Wed & Fri 9:00-6:00', 'Mo 09:00-18:00 Tu - We 09:00-18:00 Th - Fr 09:00-18:00 Sa-Su -'],
    ['Monday through Saturday, 7:00 AM to 7:00 PM. Closed Sundays.', 'Mo-Sa 07:00-19:00 Su -'],
    ['Weekdays 8am - 6pm | Weekends 9am - 1pm', 'Mo-Fr 08:00-18:00 Sa-Su 09:00-13:00'],
    ['Mondays to Fridays 08.30 to 17.00', 'Mo-Fr 08:30-17:00 Sa-Su -'],
    ['Mon - Sat: 8.00am - 18.00pm', 'Mo-Sa 08:00-18:00 Su -'],
    ['Mon-Fri 10-2pm', 'Mo-Fr 10:00-14:00 Sa-Su -'],
    ['Mon-Fri 7pm-2am', 'Mo-Fr 19:00-02:00 Sa-Su -'],
    ['Fri - Mon 8 a.m. – noon', 'Mo 08:00-12:00 Tu-Th - Fr-Su 08:00-12:00'],
    ['Mon - Sun: Open 24 hours', 'Mo-Su 00:00-00:00'],
    ['Open 24/7', 'Mo-Su 00:00-00:00'],
    ['Lunes a Viernes 8:00 - 17:00', 'Mo-Fr 08:00-17:00 Sa-Su -'],
    [
      'Lunes a viernes de 8:00 a.m. a 5:00 p.m.\nSábado: 9:00 a 13:00\nDomingo: cerrado',
      'Mo-Fr 08:00-17:00 Sa 09:00-13:00 Su -',
    ],
    ['Todos los días 8 a.m. - 6 p.m.', 'Mo-Su 08:00-18:00'],
    ['Mon-Fri 8am-5pm\nSat 9am-1pm\nMon-Thu 9am-3pm', 'Mo-Fr 08:00-17:00 Sa 09:00-13:00 Su -'],
  ])('%j are %s', (text, expected) => expect(inText(text)).toBe(expected))

  it.each([
    '24/7 emergency service',
    'Call us Mon-Fri at 614-555-0188',
    'Join us Saturday, March 4, from 8am to 2pm',
    'Bermuda loves full sun and should be mowed at 1 to 1.5 inches',
    'Mon–Sat · Central Ohio',
    'Monday - Friday: $8 - $17',
    '',
  ])('are not in %j', (text) => expect(inText(text)).toBeNull())

  it.each([
    ['days', 'Mon - '.repeat(100_000)],
    ['times', '8 - 5, '.repeat(100_000)],
    ['spaces', `Mon${' '.repeat(400_000)}8-5`],
    ['digits', '8'.repeat(400_000)],
  ])('are read in linear time among many %s', (_, text) => expect(() => inText(text)).not.toThrow())
})

describe('described hours', () => {
  const DAY = { '@type': 'OpeningHoursSpecification', opens: '08:00', closes: '17:00' }

  it.each([
    [
      [{ ...DAY, dayOfWeek: ['Monday', 'https://schema.org/Tuesday', 'http://schema.org/Wednesday'] }],
      'Mo-We 08:00-17:00 Th-Su -',
    ],
    [
      { ...DAY, dayOfWeek: { '@id': 'schema:Friday' }, opens: '08:00:00', closes: 'T17:00:00-05:00' },
      'Mo-Th - Fr 08:00-17:00 Sa-Su -',
    ],
    [{ ...DAY, opens: '8:00 AM', closes: '5:00 PM' }, 'Mo-Su 08:00-17:00'],
    [
      [
        { ...DAY, dayOfWeek: 'Mo' },
        { dayOfWeek: 'Su', opens: '00:00', closes: '00:00' },
      ],
      'Mo 08:00-17:00 Tu-Su -',
    ],
    [{ dayOfWeek: 'Monday', opens: '00:00', closes: '23:59' }, 'Mo 00:00-00:00 Tu-Su -'],
    [
      [
        { ...DAY, dayOfWeek: 'Monday', closes: '12:00' },
        { ...DAY, dayOfWeek: 'Monday', opens: '13:00' },
      ],
      'Mo 08:00-12:00,13:00-17:00 Tu-Su -',
    ],
    [
      [
        { ...DAY, dayOfWeek: 'Monday' },
        { ...DAY, dayOfWeek: 'Friday', validFrom: '2026-12-25' },
      ],
      'Mo 08:00-17:00 Tu-Su -',
    ],
  ])('%j are %s', (specification, expected) =>
    expect(inShort(describedWeek(specification, undefined))).toBe(expected),
  )

  it.each([
    ['Mo-Fr 08:00-17:00', 'Mo-Fr 08:00-17:00 Sa-Su -'],
    [
      ['Mo,Tu,We,Th 09:00-12:00,13:00-17:00', 'Sa 09:00-12:00'],
      'Mo-Th 09:00-12:00,13:00-17:00 Fr - Sa 09:00-12:00 Su -',
    ],
    [['Mo-Fr 08:00-12:00', 'Mo-Fr 13:00-17:00'], 'Mo-Fr 08:00-12:00,13:00-17:00 Sa-Su -'],
    ['Mo-Su', 'Mo-Su 00:00-00:00'],
  ])('as the text %j are %s', (text, expected) =>
    expect(inShort(describedWeek(undefined, text))).toBe(expected),
  )

  it.each([
    [7, { x: 1 }],
    [[null, 'Monday', { dayOfWeek: 'Someday', opens: 8 }], null],
    [{ opens: '00:00', closes: '00:00' }, undefined],
    [undefined, '[PLACEHOLDER: hours]'],
  ])('of the wrong type are none: %j, %j', (specification, text) => {
    expect(describedWeek(specification, text)).toBeNull()
  })

  it('that overlap become hours that the profile accepts', () => {
    const week = describedWeek(
      [
        { ...DAY, closes: '15:00' },
        { ...DAY, opens: '14:00' },
      ],
      undefined,
    )
    expect(areShiftsApart(week ?? [])).toBe(true)
  })
})

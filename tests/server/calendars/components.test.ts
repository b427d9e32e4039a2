import { describe, expect, it } from 'vitest'
import { busyIn } from '../../../server/calendars/busy-in.ts'
import { componentsIn, TooLarge } from '../../../server/calendars/components.ts'
import { calendarOf } from '../../support/feed-host.ts'

const window = {
  from: Date.parse('2026-10-25T00:00:00Z'),
  to: Date.parse('2026-11-10T00:00:00Z'),
  timezone: 'America/New_York',
}
const calendar = (...lines: string[]) => ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const linesIn = (text: string) =>
  componentsIn(text).groups.map((group) =>
    group.flatMap(({ properties }) =>
      properties.map(({ name, parameters, value }) =>
        [name, ...Object.entries(parameters).map((each) => `;${each.join('=')}`), ':', value].join(''),
      ),
    ),
  )
const linesOf = (...lines: string[]) => linesIn(calendarOf(lines))[0]
const AT = 'DTSTART:20261102T100000Z'

describe('the appointments of a calendar', () => {
  it('keep only what decides when they are', () => {
    expect(
      linesOf(
        ...['UID:a', AT, 'SUMMARY:Lunch', 'DESCRIPTION:With a colleague', 'X-COLOR:red', 'STATUS:CONFIRMED'],
        ...[
          'RRULE:FREQ=DAILY;COUNT=2',
          'EXDATE;VALUE=DATE;X-A="b;c":20261103',
          'ATTENDEE;CN=A:mailto:a@b.example',
        ],
        ...['BEGIN:VALARM', 'TRIGGER:-PT5M', 'DURATION:PT1H', 'END:VALARM', 'DURATION:PT15M'],
      ),
    ).toEqual([
      ...['UID:a', AT, 'STATUS:CONFIRMED', 'RRULE:FREQ=DAILY;COUNT=2'],
      ...['EXDATE;VALUE=DATE;X-A=b;c:20261103', 'DURATION:PT15M'],
    ])
  })

  it('are found with folded lines, lone line feeds, lowercase names, and in several calendars', () => {
    const folded = ['UID:a', 'DTSTART;TZID=America/\r\n New_Y\r\n\tork:20261102T10\n 0000']
    expect(linesOf(...folded)).toEqual(['UID:a', 'DTSTART;TZID=America/New_York:20261102T100000'])
    const text = calendarOf(['UID:a', AT])
    expect(linesIn(text.toLowerCase())).toEqual([['UID:a', 'DTSTART:20261102t100000z']])
    expect(linesIn(text + calendarOf(['UID:a', AT]))).toEqual([
      ['UID:a', AT],
      ['UID:a', AT],
    ])
  })

  it('are found with lone carriage returns, doubled ones, and empty lines', () => {
    const text = calendarOf(['UID:a', 'DTSTART;TZID=America/\r\n New_York:20261102T100000'])
    const expected = [['UID:a', 'DTSTART;TZID=America/New_York:20261102T100000']]
    expect(linesIn(text.replaceAll('\r\n', '\r'))).toEqual(expected)
    expect(linesIn(text.replaceAll('\r\n', '\n'))).toEqual(expected)
    expect(linesIn(text.replaceAll('\r\n', '\r\r\n'))).toEqual(expected)
  })

  it('are found beside others that do not end, and inside nothing else', () => {
    const event = ['BEGIN:VEVENT', AT, 'END:VEVENT']
    const count = (...lines: string[]) => linesIn(calendar(...lines)).filter(([first]) => first === AT).length
    expect(count('BEGIN:VEVENT', 'UID:open', 'BEGIN:VALARM', ...event, ...event)).toBe(2)
    expect(count('END:VEVENT', AT, 'END:VALARM', ...event, 'BEGIN:VEVENT', AT)).toBe(2)
    expect(count('BEGIN:VTODO', AT, 'END:VTODO', 'BEGIN:VTIMEZONE', 'TZID:a', AT, 'END:VTIMEZONE')).toBe(0)
  })

  it('tell whether the file ends inside one', () => {
    const text = calendarOf(['UID:a', AT])
    expect(componentsIn(text).isCut).toBe(false)
    expect(componentsIn(text.slice(0, text.indexOf('END:VEVENT'))).isCut).toBe(true)
  })

  it('are in the zone that the calendar defines under a name of its own', () => {
    const rule = (name: string, offset: string) => [
      ...[
        `BEGIN:${name}`,
        'DTSTART:16010101T000000',
        `TZOFFSETFROM:${offset}`,
        `TZOFFSETTO:${offset}`,
        `END:${name}`,
      ],
    ]
    const zone = [
      'BEGIN:VTIMEZONE',
      'TZID:Customized Time Zone',
      ...rule('STANDARD', '+0300'),
      'END:VTIMEZONE',
    ]
    const event = (day: number) => [
      ...['BEGIN:VEVENT', `UID:${day}`, `DTSTART;TZID=Customized Time Zone:202611${day}T100000`],
      ...['DURATION:PT1H', 'END:VEVENT'],
    ]
    const events = Array.from({ length: 400 }, () => event(30)).flat()
    expect(
      busyIn(calendar(...zone, ...events, ...event(10)).replaceAll('1110T', '1104T'), window).busy,
    ).toEqual([[Date.parse('2026-11-04T07:00:00Z'), Date.parse('2026-11-04T08:00:00Z')]])
  })
})

describe('a calendar is too large', () => {
  const event = (...lines: string[]) => ['BEGIN:VEVENT', AT, ...lines, 'END:VEVENT']
  const times = (count: number, ...lines: string[]) => Array.from({ length: count }, () => lines).flat()
  it.each([
    ['appointments', times(20_000, ...event()), event(), /more than 20,000 appointments/],
    ['rules', times(2_000, ...event('RRULE:FREQ=WEEKLY')), event('RRULE:FREQ=DAILY'), /2,000 repeating/],
    [
      'times a day',
      event('RRULE:FREQ=DAILY;BYHOUR=1,2;BYMINUTE=3,4'),
      times(500, ...event('RRULE:FREQ=HOURLY')),
      /2,000 repeating/,
    ],
    [
      'dates',
      event(...times(100, `EXDATE:${'20261102,'.repeat(99)}20261102`)),
      event('EXDATE:20261102'),
      /10,000 single dates/,
    ],
  ])('if it has too many %s', (_, most, more, reason) => {
    expect(() => componentsIn(calendar(...most))).not.toThrow()
    expect(() => componentsIn(calendar(...most, ...more))).toThrow(reason)
  })

  it('if an appointment repeats every minute, or a list of dates is endless', () => {
    const reduce =
      (...lines: string[]) =>
      () =>
        componentsIn(calendar(...event(...lines)))
    expect(reduce('RRULE:FREQ=MINUTELY;INTERVAL=2')).toThrow(TooLarge)
    expect(reduce('RRULE:BYDAY=MO;FREQ=SECONDLY')).toThrow(TooLarge)
    expect(reduce(`RDATE:${'20261102,'.repeat(5_000)}`)).toThrow(TooLarge)
    expect(reduce(`DESCRIPTION:${'20261102,'.repeat(50_000)}`)).not.toThrow()
  })
})

describe('a hostile calendar is read in linear time', () => {
  const textOf = (...lines: string[]) => lines.map((line) => `${line}\r\n`).join('')
  const rule = textOf('BEGIN:STANDARD', 'DTSTART:16010101T000000', 'TZOFFSETTO:-0500', 'END:STANDARD')
  const zone = (inside: string) =>
    `${textOf('BEGIN:VTIMEZONE', 'TZID:Customized Time Zone')}${inside}${textOf('END:VTIMEZONE')}`
  const event = (uid: number, inside: string) =>
    `${textOf('BEGIN:VEVENT', `UID:${uid}`)}${inside}${textOf('END:VEVENT')}`
  const events = (count: number, insideOf: (uid: number) => string) =>
    Array.from({ length: count }, (_, uid) => event(uid, insideOf(uid))).join('')
  const at = textOf(AT)
  const inOwnZone = textOf('DTSTART;TZID=Customized Time Zone:20261102T100000')
  it.each([
    ['zones that do not end', textOf('BEGIN:VTIMEZONE').repeat(500_000)],
    ['zones', zone(rule).repeat(60_000)],
    ['rules of a zone', zone(rule.repeat(60_000)) + events(2_000, () => inOwnZone)],
    ['appointments in a zone of its own', zone(rule) + events(10_000, () => inOwnZone)],
    ['open appointments', textOf('BEGIN:VEVENT').repeat(500_000)],
    ['open alarms', event(1, textOf('BEGIN:VALARM').repeat(500_000))],
    ['categories', event(1, at + textOf('CATEGORIES:a').repeat(300_000))],
    ['parameters', event(1, at + textOf(`EXDATE${';A=b'.repeat(2_000)}:${'20261102T100000Z,'.repeat(700)}`))],
    [
      'added dates',
      zone(rule.repeat(9)) + events(1_900, () => at + textOf('RDATE:20261103T100000Z', 'EXDATE:20261104')),
    ],
    [
      'exceptions',
      Array.from({ length: 9_000 }, (_, day) =>
        event(1, at + textOf(`RECURRENCE-ID:2026${1_000 + day}T100000Z`)),
      ).join(''),
    ],
    ['folded lines', event(1, at + textOf(`DESCRIPTION:${'\r\n a'.repeat(1_000_000)}`))],
    ['characters in a line', event(1, at + textOf(`DESCRIPTION:${'a'.repeat(9_000_000)}`))],
  ])(
    'with many %s',
    (_, inside) => {
      expect(() => busyIn(calendar(inside), window)).not.toThrow()
    },
    60_000,
  )
})

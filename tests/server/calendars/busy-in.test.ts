import { describe, expect, it } from 'vitest'
import { busyIn } from '../../../server/calendars/busy-in.ts'
import { calendarOf } from '../../support/feed-host.ts'

/** Two weeks over the end of daylight-saving time in New York, on November 1 at 2 AM. */
const window = {
  from: Date.parse('2026-10-25T00:00:00Z'),
  to: Date.parse('2026-11-10T00:00:00Z'),
  timezone: 'America/New_York',
}
const busy = (...events: string[][]) =>
  busyIn(calendarOf(...events), window).busy.map((interval) =>
    interval.map((at) => new Date(at).toISOString().slice(5, 16)).join(' – '),
  )
const NY = ';TZID=America/New_York:'
const AT_NINE = [`DTSTART${NY}20261028T090000`, `DTEND${NY}20261028T100000`]

describe('the appointments of a calendar', () => {
  it('repeat at the same local time when the clocks change', () => {
    expect(busy([...AT_NINE, 'RRULE:FREQ=WEEKLY;COUNT=5'])).toEqual([
      '10-28T13:00 – 10-28T14:00',
      '11-04T14:00 – 11-04T15:00',
    ])
  })

  it('leave out excluded days, and move with their exceptions', () => {
    const daily = [...AT_NINE, 'UID:daily', 'RRULE:FREQ=DAILY;COUNT=5', `EXDATE${NY}20261029T090000`]
    const moved = [
      ...['UID:daily', `RECURRENCE-ID${NY}20261030T090000`],
      ...[`DTSTART${NY}20261030T140000`, `DTEND${NY}20261030T143000`],
    ]
    const canceled = [
      ...['UID:daily', `RECURRENCE-ID${NY}20261031T090000`, 'STATUS:CANCELLED'],
      ...[`DTSTART${NY}20261031T090000`, `DTEND${NY}20261031T100000`],
    ]
    expect(busy(daily, moved, canceled)).toEqual([
      '10-28T13:00 – 10-28T14:00',
      '10-30T18:00 – 10-30T18:30',
      '11-01T14:00 – 11-01T15:00',
    ])
  })

  it('are also on the dates that they name besides their rule', () => {
    expect(
      busy([
        ...[...AT_NINE, 'RRULE:FREQ=DAILY;COUNT=2', `EXDATE${NY}20261107T090000`],
        ...[`RDATE${NY}20261102T090000,20261107T090000`, 'RDATE:20261104T150000Z,20270104T150000Z'],
      ]),
    ).toEqual([
      '10-28T13:00 – 10-28T14:00',
      '10-29T13:00 – 10-29T14:00',
      '11-02T14:00 – 11-02T15:00',
      '11-04T15:00 – 11-04T16:00',
    ])
    expect(
      busy(['DTSTART;VALUE=DATE:20261028', 'DTEND;VALUE=DATE:20261030', 'RDATE;VALUE=DATE:20261031']),
    ).toEqual(['10-28T04:00 – 10-30T04:00', '10-31T04:00 – 11-02T05:00'])
    const periods = 'RDATE;VALUE=PERIOD:20261102T130000Z/PT2H,20261103T130000Z/20261103T133000Z'
    expect(busy(['DTSTART:20261030T130000Z', 'DURATION:PT1H', periods])).toEqual([
      '10-30T13:00 – 10-30T14:00',
      '11-02T13:00 – 11-02T15:00',
      '11-03T13:00 – 11-03T13:30',
    ])
  })

  it('on such a date move with their exception, and count only if they are busy and can be read', () => {
    const twice = [...AT_NINE, 'UID:twice', `RDATE${NY}20261102T090000`]
    const moved = [
      ...['UID:twice', `RECURRENCE-ID${NY}20261102T090000`],
      ...[`DTSTART${NY}20261102T140000`, `DTEND${NY}20261102T143000`],
    ]
    expect(busy(twice, moved)).toEqual(['10-28T13:00 – 10-28T14:00', '11-02T19:00 – 11-02T19:30'])
    expect(busy([...twice, 'TRANSP:TRANSPARENT'])).toEqual([])
    expect(busy([...AT_NINE, `RDATE;TZID=Nowhere/At All:20261102T090000`, 'RDATE:rubbish'])).toEqual([
      '10-28T13:00 – 10-28T14:00',
      '11-02T14:00 – 11-02T15:00',
    ])
  })

  it('are in the zone that they name, also as Windows calls it, else in that of the business', () => {
    const at = (name: string) => [`DTSTART${name}20261102T090000`, `DTEND${name}20261102T093000`]
    expect(busy(at(';TZID=Pacific Standard Time:'))).toEqual(['11-02T17:00 – 11-02T17:30'])
    expect(busy(at(':'))).toEqual(['11-02T14:00 – 11-02T14:30'])
    expect(busy(at(';TZID=Nowhere/At All:'))).toEqual(['11-02T14:00 – 11-02T14:30'])
  })

  it('without a zone count until they are over for the business, also next to the definition of a zone', () => {
    const later = ['DTSTART:20261102T150000', 'DTEND:20261102T160000']
    const afternoon = { ...window, from: Date.parse('2026-11-02T19:30:00Z') }
    expect(busyIn(calendarOf(later), afternoon).busy).toEqual([
      [Date.parse('2026-11-02T20:00:00Z'), Date.parse('2026-11-02T21:00:00Z')],
    ])
    const zone = [
      ...['BEGIN:VTIMEZONE', 'TZID:America/Los_Angeles', 'BEGIN:STANDARD', 'DTSTART:19701101T020000'],
      ...['TZOFFSETFROM:-0700', 'TZOFFSETTO:-0800', 'END:STANDARD', 'END:VTIMEZONE'],
    ].join('\r\n')
    const defined = calendarOf(later).replace('BEGIN:VEVENT', `${zone}\r\nBEGIN:VEVENT`)
    expect(busyIn(defined, window).busy).toEqual(busyIn(calendarOf(later), window).busy)
  })

  it('take whole days of the business', () => {
    expect(busy(['DTSTART;VALUE=DATE:20261101', 'DTEND;VALUE=DATE:20261103'])).toEqual([
      '11-01T04:00 – 11-03T05:00',
    ])
    expect(busy(['DTSTART;VALUE=DATE:20261105'])).toEqual(['11-05T05:00 – 11-06T05:00'])
  })

  it('are one time if they overlap, and end as they say', () => {
    const from = (start: string, ...more: string[]) => [`DTSTART:202611${start}Z`, ...more]
    expect(
      busy(
        from('02T100000', 'DURATION:PT1H'),
        from('02T103000', 'DTEND:20261102T120000Z'),
        from('02T130000', 'DURATION:PT15M'),
        from('02T150000'),
      ),
    ).toEqual(['11-02T10:00 – 11-02T12:00', '11-02T13:00 – 11-02T13:15'])
  })

  it('count while they last, but neither before nor after what is read', () => {
    const [start, end] = ['20261024T120000Z', '20261025T060000Z']
    expect(
      busy(
        [`DTSTART:${start}`, `DTEND:${end}`],
        ['DTSTART:20261020T120000Z', 'DTEND:20261021T120000Z'],
        ['DTSTART:20261210T120000Z', 'DTEND:20261211T120000Z'],
      ),
    ).toEqual(['10-24T12:00 – 10-25T06:00'])
  })

  it('do not count if they are free, canceled, or the calls of our own feed', () => {
    expect(
      busy(
        [...AT_NINE, 'TRANSP:TRANSPARENT'],
        [...AT_NINE, 'STATUS:CANCELLED'],
        [...AT_NINE, 'UID:booking_0123456789@fieldhand'],
        [...AT_NINE, 'UID:5f1c24a0-6b1e-4d7e-9c55-0d7a3c0e8b11@fieldhand'],
      ),
    ).toEqual([])
  })

  it('are read although others are broken', () => {
    expect(busy(['DTSTART:tomorrow'], ['SUMMARY:Nothing'], AT_NINE)).toEqual(['10-28T13:00 – 10-28T14:00'])
  })

  it('are not those of something else', () => {
    expect(() => busyIn('<html></html>', window)).toThrow('No calendar')
  })
})

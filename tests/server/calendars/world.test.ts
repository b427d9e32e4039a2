import { describe, expect, it } from 'vitest'
import { busyIn } from '../../../server/calendars/busy-in.ts'
import { unreadInWords } from '../../../server/calendars/unread.ts'
import { calendarOf } from '../../support/feed-host.ts'

const window = {
  from: Date.parse('2026-06-01T00:00:00Z'),
  to: Date.parse('2026-12-31T00:00:00Z'),
  timezone: 'America/New_York',
}
const CHICAGO = { ...window, timezone: 'America/Chicago' }

/** Returns the busy times of a text as months, days, and times in UTC, and what of it is unread. */
function read(text: string, within = window) {
  const { busy, unread } = busyIn(text, within)
  return {
    busy: busy.map((interval) => interval.map((at) => new Date(at).toISOString().slice(5, 16)).join(' – ')),
    unread: unreadInWords(unread, within.timezone),
  }
}
const file = (...lines: string[]) => ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const of = (...events: string[][]) => read(calendarOf(...events))
const GOOD = ['DTSTART:20261202T150000Z', 'DTEND:20261202T160000Z']
const GOOD_TIME = '12-02T15:00 – 12-02T16:00'

/** The definition of Pacific time, as Outlook writes it. */
const pacific = (name: string) => [
  ...['BEGIN:VTIMEZONE', `TZID:${name}`],
  ...['BEGIN:STANDARD', 'DTSTART:16010101T020000', 'TZOFFSETFROM:-0700', 'TZOFFSETTO:-0800'],
  ...['RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=1SU;BYMONTH=11', 'END:STANDARD'],
  ...['BEGIN:DAYLIGHT', 'DTSTART:16010101T020000', 'TZOFFSETFROM:-0800', 'TZOFFSETTO:-0700'],
  ...['RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=2SU;BYMONTH=3', 'END:DAYLIGHT', 'END:VTIMEZONE'],
]
const atEight = (zone: string) => [
  ...['BEGIN:VEVENT', 'UID:a', `DTSTART;TZID=${zone}:20260603T080000`],
  ...[`DTEND;TZID=${zone}:20260603T090000`, 'END:VEVENT'],
]

describe('several appointments with one UID', () => {
  it('count each if they are changes of a series that the file leaves out', () => {
    const change = (day: number) => [
      ...['UID:x', `RECURRENCE-ID:2026120${day}T150000Z`],
      ...[`DTSTART:2026120${day}T150000Z`, `DTEND:2026120${day}T160000Z`],
    ]
    expect(of(change(1), change(2)).busy).toEqual(['12-01T15:00 – 12-01T16:00', GOOD_TIME])
  })

  it('count each if they are of the same revision, else only the latest', () => {
    const revision = (sequence: number, day: number) => [
      ...['UID:x', `SEQUENCE:${sequence}`, `DTSTART:202612${day}T150000Z`, `DTEND:202612${day}T160000Z`],
    ]
    expect(of(revision(1, 11), revision(1, 12)).busy).toHaveLength(2)
    expect(of(revision(2, 11), revision(1, 12)).busy).toEqual(['12-11T15:00 – 12-11T16:00'])
  })

  it('count each if they are in different calendars of one file', () => {
    const one = calendarOf(['UID:1', 'SEQUENCE:3', ...GOOD])
    const other = calendarOf(['UID:1', 'SEQUENCE:0', 'DTSTART:20261203T150000Z', 'DURATION:PT1H'])
    expect(read(one + other).busy).toEqual([GOOD_TIME, '12-03T15:00 – 12-03T16:00'])
  })

  it('move one or all later times of a series, which its other exceptions leave', () => {
    const daily = ['UID:x', ...GOOD, 'RRULE:FREQ=DAILY;COUNT=5', 'EXDATE:20261203T150000Z']
    const later = [
      ...['UID:x', 'RECURRENCE-ID;RANGE=THISANDFUTURE:20261204T150000Z'],
      ...['DTSTART:20261204T170000Z', 'DTEND:20261204T173000Z'],
    ]
    const last = ['UID:x', 'RECURRENCE-ID:20261206T150000Z', 'DTSTART:20261206T200000Z', 'DURATION:PT1H']
    expect(of(daily, later, last).busy).toEqual([
      GOOD_TIME,
      '12-04T17:00 – 12-04T17:30',
      '12-05T17:00 – 12-05T17:30',
      '12-06T20:00 – 12-06T21:00',
    ])
    expect(of(daily, [...later, 'STATUS:CANCELLED']).busy).toEqual([GOOD_TIME])
  })
})

describe('the times of a VFREEBUSY', () => {
  it('are busy unless they are marked free', () => {
    const times = [
      'FREEBUSY;FBTYPE=BUSY:20261202T150000Z/20261202T160000Z',
      'FREEBUSY:20261203T150000Z/PT30M,20261203T170000Z/PT1H',
      'FREEBUSY;FBTYPE=BUSY-TENTATIVE:20261204T150000Z/PT1H',
      'FREEBUSY;FBTYPE=FREE:20261205T150000Z/PT1H',
    ]
    const bounds = ['DTSTART:20261201T000000Z', 'DTEND:20270101T000000Z']
    expect(read(file('BEGIN:VFREEBUSY', ...bounds, ...times, 'END:VFREEBUSY'))).toEqual({
      busy: [
        ...[GOOD_TIME, '12-03T15:00 – 12-03T15:30', '12-03T17:00 – 12-03T18:00'],
        '12-04T15:00 – 12-04T16:00',
      ],
      unread: null,
    })
  })

  it('that can’t be read are told', () => {
    const text = file('BEGIN:VFREEBUSY', 'FREEBUSY:rubbish,20261202T150000Z/rubbish', 'END:VFREEBUSY')
    expect(read(text)).toEqual({
      busy: [GOOD_TIME],
      unread:
        '1 appointment without a date (“rubbish”): ignored. 1 appointment without a clear end (“20261202T150000Z/rubbish”, Dec 2, 2026): blocks an hour, or until the day ends.',
    })
  })
})

describe('a zone', () => {
  it.each([
    '"(UTC-08:00) Pacific Time (US & Canada)"',
    '(UTC-08:00) Pacific Time (US & Canada)',
    'Pacific Standard Time 1',
    'US-Pacific',
    'mt_office',
    '/mozilla.org/20050126_1/America/Los_Angeles',
    'tzone://Microsoft/Custom',
    'Customized Time Zone',
    'PST',
  ])('called %s is as the file defines it', (name) => {
    const text = file(...pacific(name.replaceAll('"', '')), ...atEight(name))
    expect(read(text)).toEqual({ busy: ['06-03T15:00 – 06-03T16:00'], unread: null })
  })

  it.each([
    ['"(GMT-05:00) Eastern Time (US & Canada)"', 12],
    ['"(UTC-06:00) Central Time (US & Canada)"', 13],
    ['"(UTC-07:00) Arizona"', 15],
    ['"(UTC-05:00) Indiana (East)"', 12],
    ['"(UTC-04:00) Atlantic Time (Canada)"', 11],
    ['"(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna"', 6],
    ['Eastern Standard Time', 12],
    ['US Mountain Standard Time', 15],
    ['W. Europe Standard Time', 6],
    ['Pacific Daylight Time', 15],
    ['Eastern', 12],
    ['US/Eastern', 12],
    ['US-Eastern', 12],
    ['/freeassociation.sourceforge.net/America/Chicago', 13],
    ['america/denver', 14],
    ['PST', 15],
    ['CST', 13],
    ['EDT', 12],
    ['MST7MDT', 14],
    ['GMT', 8],
    ['Etc/UTC', 8],
    ['UTC', 8],
    ['GMT-0500', 13],
    ['UTC+02:00', 6],
    ['-06:00', 14],
  ])('called %s needs no definition', (name, hour) => {
    const two = (value: number) => String(value).padStart(2, '0')
    expect(read(file(...atEight(name)), CHICAGO)).toEqual({
      busy: [`06-03T${two(hour)}:00 – 06-03T${two(hour + 1)}:00`],
      unread: null,
    })
  })

  it('of a place is the place’s, whatever the file says', () => {
    const fixed = [
      ...['BEGIN:VTIMEZONE', 'TZID:America/Los_Angeles', 'BEGIN:STANDARD', 'DTSTART:19701101T020000'],
      ...['TZOFFSETFROM:-0800', 'TZOFFSETTO:-0800', 'END:STANDARD', 'END:VTIMEZONE'],
    ]
    expect(read(file(...fixed, ...atEight('America/Los_Angeles'))).busy).toEqual([
      '06-03T15:00 – 06-03T16:00',
    ])
  })

  it('that is unknown, also to the file, counts as the business’s and is told', () => {
    const broken = ['BEGIN:VTIMEZONE', 'TZID:Office', 'END:VTIMEZONE']
    expect(read(file(...broken, ...atEight('Office')), CHICAGO)).toEqual({
      busy: ['06-03T13:00 – 06-03T14:00'],
      unread: '1 appointment in an unknown time zone (“Office”, Jun 3, 2026): read in your time zone.',
    })
  })

  it('of an exception without one is that of its series', () => {
    const daily = [
      ...['UID:x', 'DTSTART;TZID=America/Los_Angeles:20261202T090000', 'DURATION:PT1H'],
      ...['RRULE:FREQ=DAILY;COUNT=3', 'EXDATE:20261203T090000'],
    ]
    const moved = ['UID:x', 'RECURRENCE-ID:20261204T090000', 'DTSTART:20261204T200000Z', 'DURATION:PT1H']
    expect(of(daily, moved).busy).toEqual(['12-02T17:00 – 12-02T18:00', '12-04T20:00 – 12-04T21:00'])
  })
})

describe('an appointment', () => {
  it.each([
    'X-MICROSOFT-CDO-BUSYSTATUS:FREE',
    'STATUS:CANCELED',
    'STATUS:cancelled',
    'TRANSP:transparent',
    'transp:TRANSPARENT ',
  ])('with %s is free', (line) => {
    expect(of([...GOOD, line])).toEqual({ busy: [], unread: null })
  })

  it.each(['X-MICROSOFT-CDO-BUSYSTATUS:OOF', 'STATUS:TENTATIVE', 'TRANSP:OPAQUE'])(
    'with %s is busy',
    (line) => {
      expect(of([...GOOD, line]).busy).toEqual([GOOD_TIME])
    },
  )

  it('in a calendar that announces cancellations is free', () => {
    const text = calendarOf(GOOD).replace('VERSION:2.0', 'VERSION:2.0\r\nMETHOD:CANCEL')
    expect(read(text).busy).toEqual([])
    expect(read(text + calendarOf(GOOD)).busy).toEqual([GOOD_TIME])
  })

  it('is left out of a series by a rule, or by a day', () => {
    const daily = [...GOOD, 'RRULE:FREQ=DAILY;COUNT=6']
    expect(of([...daily, 'EXRULE:FREQ=DAILY;INTERVAL=2']).busy).toEqual([
      ...['12-03T15:00 – 12-03T16:00', '12-05T15:00 – 12-05T16:00', '12-07T15:00 – 12-07T16:00'],
    ])
    expect(of([...daily, 'EXDATE;VALUE=DATE:20261203,20261204,20261205,20261206,20261207']).busy).toEqual([
      GOOD_TIME,
    ])
  })

  it('of whole days repeats until a day, and leaves out times on its days', () => {
    const days = ['DTSTART;VALUE=DATE:20261201', 'EXDATE;TZID=America/New_York:20261202T000000']
    const three = ['12-01T05:00 – 12-02T05:00', '12-03T05:00 – 12-04T05:00']
    for (const until of ['20261203', '20261203T000000Z', '20261203T050000Z', '20261203T235900']) {
      expect(of([...days, `RRULE:FREQ=DAILY;UNTIL=${until}`]).busy).toEqual(three)
    }
  })

  it('repeats until an instant, a local time, or the end of a day', () => {
    const at = ['DTSTART;TZID=America/New_York:20261201T220000', 'DURATION:PT1H']
    const count = (until: string) => of([...at, `RRULE:FREQ=DAILY;UNTIL=${until}`]).busy.length
    expect(['20261203T030000Z', '20261203T025959Z', '20261203T220000', '20261203'].map(count)).toEqual([
      2, 1, 3, 3,
    ])
  })

  it('lasts as its duration says when the clocks change', () => {
    const saturday = 'DTSTART;TZID=America/New_York:20261031T120000'
    expect(of([saturday, 'DURATION:P1D']).busy).toEqual(['10-31T16:00 – 11-01T17:00'])
    expect(of([saturday, 'DURATION:PT24H']).busy).toEqual(['10-31T16:00 – 11-01T16:00'])
  })

  it('is read also with the punctuation of other standards', () => {
    expect(of(['DTSTART:2026-12-02T15:00:00Z', 'DTEND:2026-12-02T16:00:00.000Z'])).toEqual({
      busy: [GOOD_TIME],
      unread: null,
    })
    expect(of(['DTSTART:20261202T1500Z', 'DTEND:20261202T1600Z']).busy).toEqual([GOOD_TIME])
    expect(of(['DTSTART:20261202', 'DTEND:20261203']).busy).toEqual(['12-02T05:00 – 12-03T05:00'])
  })

  it.each([
    ['20250519T150000Z', 'BYDAY=20MO', ['05-18']],
    ['20250519T150000Z', 'BYDAY=20MO,-1FR', ['05-18', '12-25']],
    ['20250519T150000Z', 'BYDAY=20MO;COUNT=1', []],
    ['20250519T150000Z', 'BYDAY=20MO;COUNT=2', ['05-18']],
    ['20251204T150000Z', 'BYWEEKNO=49,50;BYDAY=TH', ['12-03', '12-10']],
    ['20251204T150000Z', 'BYWEEKNO=49', ['12-03']],
    ['20251224T150000Z', 'BYWEEKNO=-1;BYDAY=WE', ['12-30']],
  ])('from %s with the yearly rule %s is on the days that it numbers', (start, rule, days) => {
    const year = { ...window, from: Date.parse('2026-01-01T00:00:00Z') }
    const event = [`DTSTART:${start}`, 'DURATION:PT1H', `RRULE:FREQ=YEARLY;${rule}`]
    expect(read(calendarOf(event), year)).toEqual({
      busy: days.map((day) => `${day}T15:00 – ${day}T16:00`),
      unread: null,
    })
  })
})

describe('a file with the habits of odd programs', () => {
  const END = 'DTEND;TZID=America/New_York:20261202T110000'
  const START = 'DTSTART;TZID=America/New_York:20261202T100000'
  it.each([
    ['indented lines', (text: string) => text.replaceAll('\r\n', '\r\n    ')],
    ['line separators of Unicode', (text: string) => text.replaceAll('\r\n', '\u2028')],
    [
      'spaces around names',
      (text: string) => text.replace('DTEND;', 'DTEND ; ').replace('BEGIN:VE', 'BEGIN :VE'),
    ],
    [
      'empty parameters',
      (text: string) => text.replace('DTEND;', 'DTEND;;').replace('DTSTART;', 'DTSTART;;'),
    ],
    ['a colon after a parameter', (text: string) => text.replace('DTEND;TZID=', 'DTEND;TZID:')],
    ['groups', (text: string) => text.replace('DTEND;', 'item1.DTEND;')],
    ['invisible characters', (text: string) => text.replace('DTEND;', '\u200bDTEND;')],
  ])('such as %s is read', (_, change) => {
    expect(read(change(calendarOf([START, END])))).toEqual({ busy: [GOOD_TIME], unread: null })
  })

  it.each(['RRULE :FREQ=DAILY;COUNT=2', 'RRULE; X=1:FREQ=DAILY;COUNT=2', 'item.RRULE:FREQ=DAILY;COUNT=2'])(
    'repeats as %s',
    (rule) => {
      expect(of([START, END, rule]).busy).toEqual([GOOD_TIME, '12-03T15:00 – 12-03T16:00'])
    },
  )

  it.each([
    ['DTSTART:2026-12-02T10:00:00-05:00', 'DTEND:20261202T110000-0500', GOOD_TIME],
    ['DTSTART:20261202T150000Z', 'DTEND:20261202T155960Z', GOOD_TIME],
    [
      'DTSTART;TZID=America/New_York:20261202T230000',
      'DTEND;TZID=America/New_York:20261202T240000',
      '12-03T04:00 – 12-03T05:00',
    ],
    ['DTSTART:20261202T150000Z', 'DURATION:PT0.5H', '12-02T15:00 – 12-02T15:30'],
    ['DTSTART;VALUE=DATE:20261202', 'DURATION:PT48H', '12-02T05:00 – 12-04T05:00'],
  ])('reads %s and %s', (start, end, expected) => {
    expect(of([start, end])).toEqual({ busy: [expected], unread: null })
  })

  it.each(['DURATION:P1M', 'DURATION:PT2H30', 'DTEND:20261202T170000+25'])(
    'tells that %s is unclear',
    (end) => {
      expect(of(['DTSTART:20261202T150000Z', end]).unread).toContain('1 appointment without a clear end')
    },
  )

  it('has several appointments without a name', () => {
    const two = ['20261202', '20261203'].map((day, at) => [`UID:`, `SEQUENCE:${at}`, `DTSTART:${day}`])
    expect(of(...two).busy).toEqual(['12-02T05:00 – 12-04T05:00'])
  })

  it.each(['0100', '+01:00', '+1'])('has a zone with the offset %s', (offset) => {
    const zone = [
      ...['BEGIN:VTIMEZONE', 'TZID:Office', 'BEGIN:STANDARD', 'DTSTART:19700101T000000'],
      ...[`TZOFFSETFROM:${offset}`, `TZOFFSETTO:${offset}`, 'END:STANDARD', 'END:VTIMEZONE'],
    ]
    expect(read(file(...zone, ...atEight('Office'))).busy).toEqual(['06-03T07:00 – 06-03T08:00'])
  })

  it('tells that it breaks off between appointments', () => {
    expect(read(calendarOf(GOOD).replace('END:VCALENDAR', ''))).toEqual({
      busy: [GOOD_TIME],
      unread: 'The file breaks off: appointments can be missing.',
    })
  })

  it('is read soon although its series are old and many', () => {
    const rules = Array.from({ length: 500 }, (_, at) => [
      `UID:${at}`,
      ...['DTSTART:15830101T150000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY'],
    ])
    expect(of(...rules).busy).toHaveLength(213)
  })
})

describe('what can’t be read', () => {
  it.each([
    ['DTSTART:tomorrow', '1 appointment without a date: ignored.'],
    ['SUMMARY:Nothing', '1 appointment without a date: ignored.'],
  ])('of %s costs only that appointment', (line, unread) => {
    expect(of([line], GOOD)).toEqual({ busy: [GOOD_TIME], unread })
  })

  it('of its time blocks the whole day', () => {
    expect(of(['DTSTART:20261210T250000Z'], GOOD)).toEqual({
      busy: [GOOD_TIME, '12-10T05:00 – 12-11T05:00'],
      unread: '1 appointment without a clear time (“20261210T250000Z”, Dec 10, 2026): blocks the whole day.',
    })
  })

  it.each(['DTEND:rubbish', 'DTEND:20261201T150000Z', 'DURATION:-PT1H', 'DURATION:long'])(
    'of its end (%s) blocks an hour',
    (line) => {
      expect(of(['DTSTART:20261202T150000Z', line])).toEqual({
        busy: [GOOD_TIME],
        unread: expect.stringContaining('1 appointment without a clear end'),
      })
    },
  )

  it.each([
    'RRULE:FREQ=FORTNIGHTLY',
    'RRULE:FREQ=WEEKLY;BYDAY=XX',
    'RRULE:MD1 1 #12',
    'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
    'RRULE:FREQ=MONTHLY;BYDAY=MO;SKIP=FORWARD',
  ])('of its rule (%s) leaves its first time', (line) => {
    expect(of([...GOOD, line], ['DTSTART:20261204T150000Z', 'DURATION:PT1H'])).toEqual({
      busy: [GOOD_TIME, '12-04T15:00 – 12-04T16:00'],
      unread: expect.stringContaining('1 series with an unclear rule'),
    })
  })

  it('of the end of a rule leaves it without end, and its zone is known', () => {
    const pst = [...['DTSTART;TZID=PST:20261214T080000', 'DURATION:PT1H'], 'RRULE:FREQ=WEEKLY;UNTIL=00000000']
    expect(of(pst, GOOD)).toEqual({
      busy: [GOOD_TIME, ...[14, 21, 28].map((day) => `12-${day}T16:00 – 12-${day}T17:00`)],
      unread: expect.stringContaining('1 series with an unclear end or exception (“'),
    })
  })

  it('of an earlier appointment is told only if its rule is unclear', () => {
    const earlier = ['DTSTART;TZID=Office:20200101T080000', 'DTEND:rubbish']
    expect(of(earlier)).toEqual({ busy: [], unread: null })
    expect(of([...earlier, 'RRULE:FREQ=WEEKLY;UNTIL=20210101']).unread).toBe(null)
    expect(of([...earlier, 'RRULE:rubbish']).unread).toContain('“rubbish”, Jan 1, 2020')
    expect(of([...earlier, 'RRULE:rubbish', 'STATUS:CANCELLED']).unread).toBe(null)
  })

  it('of the end of the file is told', () => {
    const text = calendarOf(GOOD).replace(/END:VEVENT[\s\S]*/, '')
    expect(read(text)).toEqual({
      busy: [GOOD_TIME],
      unread: 'The file breaks off: appointments can be missing.',
    })
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readTime } from '../../../../src/contract/clock-time.ts'
import { DAYS, DEFAULT_HOURS } from '../../../../src/contract/profile.ts'
import {
  copiedToWeekdays,
  dayFault,
  endsNextDay,
  isWholeDay,
  NOT_AVAILABLE,
  shiftFaults,
  weekOf,
  withOpen,
  withShift,
  withShiftAdded,
  withShiftRemoved,
  withWholeDay,
} from '../../../../src/domain/settings/hours-rules.ts'

const hours = [...DEFAULT_HOURS]
const dayOf = (week: readonly { day: string }[], day: string) => week.find((each) => each.day === day)

describe('a week', () => {
  it('has seven days from Monday, whatever is stored', () => {
    expect(weekOf([]).map(({ day }) => day)).toEqual(DAYS)
    expect(weekOf([]).some(({ isOpen }) => isOpen)).toBe(false)
    expect(weekOf(hours)).toEqual(hours)
    expect(weekOf(hours.toReversed())).toEqual(hours)
  })

  it('opens a day that is not stored with the default times', () => {
    expect(dayOf(withOpen([], 'saturday', true), 'saturday')).toEqual({
      day: 'saturday',
      isOpen: true,
      openTime: '09:00',
      closeTime: '15:00',
    })
  })

  it('keeps the times of a day while it is closed', () => {
    const closed = withOpen(hours, 'monday', false)
    expect(withOpen(closed, 'monday', true)).toEqual(hours)
    expect(NOT_AVAILABLE).toBe('Not available')
  })

  it('is copied to all weekdays but not to the weekend', () => {
    const edited = withShift(hours, 'tuesday', 0, { openTime: '10:00', closeTime: '12:00' })
    const copied = copiedToWeekdays(edited, 'tuesday')
    for (const { day, isOpen, openTime, closeTime } of copied.slice(0, 5)) {
      expect({ day, isOpen, openTime, closeTime }).toMatchObject({
        isOpen: true,
        openTime: '10:00',
        closeTime: '12:00',
      })
    }
    expect(copied.map(({ day }) => day)).toEqual(DAYS)
    expect(copied.slice(5)).toEqual(hours.slice(5))
    expect(copiedToWeekdays(hours, 'sunday').filter(({ isOpen }) => isOpen)).toHaveLength(1)
  })
})

const timesOf = (week: readonly { day: string; openTime: string; closeTime: string }[], day: string) =>
  week.filter((each) => each.day === day).map(({ openTime, closeTime }) => `${openTime}-${closeTime}`)

describe('the shifts of a day', () => {
  it.each([
    ['12:00', '13:00-17:00'],
    ['17:00', '18:00-21:00'],
    ['22:30', '23:30-23:59'],
    ['23:59', '23:58-23:59'],
  ])('get another one after %s: %s', (closeTime, added) => {
    const week = withShiftAdded(withShift(hours, 'monday', 0, { closeTime }), 'monday')
    expect(timesOf(week, 'monday')).toEqual([`08:00-${closeTime}`, added])
    expect(week.filter(({ day }) => day !== 'monday')).toEqual(hours.slice(1))
  })

  it('are changed, closed, opened, removed, and copied together', () => {
    const split = withShiftAdded(withShift(hours, 'monday', 0, { closeTime: '12:00' }), 'monday')
    expect(timesOf(withShift(split, 'monday', 1, { openTime: '14:00' }), 'monday')).toEqual([
      '08:00-12:00',
      '14:00-17:00',
    ])
    const closed = withOpen(split, 'monday', false)
    expect(closed.filter(({ day, isOpen }) => day === 'monday' && isOpen)).toEqual([])
    expect(withOpen(closed, 'monday', true)).toEqual(split)
    expect(timesOf(withShiftRemoved(split, 'monday', 0), 'monday')).toEqual(['13:00-17:00'])
    const copied = copiedToWeekdays(split, 'monday')
    expect(timesOf(copied, 'friday')).toEqual(['08:00-12:00', '13:00-17:00'])
    expect(copied).toHaveLength(12)
    expect(weekOf(copied)).toEqual(copied)
  })

  it('must be in order and apart; closed ones are not checked', () => {
    const shift = (openTime: string, closeTime: string, isOpen = true) =>
      ({ day: 'monday', isOpen, openTime, closeTime }) as const
    const overlap = 'Hours of a day must be in order and must not overlap'
    expect(shiftFaults([shift('08:00', '12:00'), shift('12:00', '17:00')])).toEqual([null, null])
    expect(shiftFaults([shift('08:00', '12:00'), shift('11:59', '17:00')])).toEqual([null, overlap])
    expect(shiftFaults([shift('13:00', '17:00'), shift('08:00', '12:00')])).toEqual([null, overlap])
    expect(shiftFaults([shift('08:00', '12:00'), shift('21:00', '02:00')])).toEqual([null, null])
    expect(shiftFaults([shift('21:00', '02:00'), shift('22:00', '23:00')])).toEqual([null, overlap])
    expect(shiftFaults([shift('00:00', '00:00'), shift('12:00', '13:00')])).toEqual([null, overlap])
    expect(shiftFaults([shift('08:00', '12:00', false), shift('08:00', '12:00', false)])).toEqual([
      null,
      null,
    ])
  })
})

describe('a typed time', () => {
  it.each([
    ['09:00', '09:00'],
    ['9', '09:00'],
    ['9:30', '09:30'],
    ['9.30', '09:30'],
    ['930', '09:30'],
    ['1730', '17:30'],
    ['5pm', '17:00'],
    ['5:30 p.m.', '17:30'],
    ['12 am', '00:00'],
    ['12pm', '12:00'],
    ['00:00', '00:00'],
    ['23:59', '23:59'],
    [' 8 ', '08:00'],
    ['24:00', '00:00'],
    ['9:60', null],
    ['13pm', null],
    ['0am', null],
    ['', null],
    ['noon', null],
    ['-1', null],
    ['123456', null],
  ])('%j is %j', (text, expected) => expect(readTime(text)).toBe(expected))

  it('is HH:mm or null', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(readTime(text) ?? '00:00').toMatch(/^([01]\d|2[0-3]):[0-5]\d$/)
      }),
    )
    fc.assert(
      fc.property(fc.nat(23), fc.nat(59), (hour, minute) => {
        const time = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
        expect(readTime(time)).toBe(time)
      }),
    )
  })
})

describe('hours that end on the next day', () => {
  it.each([
    ['08:00', '17:00', false, false],
    ['21:00', '02:00', true, false],
    ['09:00', '09:00', true, false],
    ['18:00', '00:00', true, false],
    ['00:00', '00:00', true, true],
  ])('%s to %s: %s, the whole day: %s', (openTime, closeTime, isNext, isWhole) => {
    expect([endsNextDay({ openTime, closeTime }), isWholeDay({ openTime, closeTime })]).toEqual([
      isNext,
      isWhole,
    ])
    expect(dayFault([{ day: 'monday', isOpen: true, openTime, closeTime }])).toBe(null)
  })

  it('are set for a whole day, which otherwise gets its default hours', () => {
    const always = withWholeDay(hours, 'monday', true)
    expect(timesOf(always, 'monday')).toEqual(['00:00-00:00'])
    expect(always.slice(1)).toEqual(hours.slice(1))
    expect(timesOf(withWholeDay(always, 'monday', false), 'monday')).toEqual(['08:00-17:00'])
  })
})

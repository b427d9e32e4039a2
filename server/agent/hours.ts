import { type BusinessDay, DAYS } from '../../src/contract/profile.ts'
import {
  DAY_MINUTES,
  dayIn,
  openSpan,
  plus,
  type Shift,
  shiftsOf,
  shiftsOn,
} from '../../src/domain/settings/business-hours.ts'
import { closureOn, isKept } from '../../src/domain/settings/closures.ts'
import type { Language } from '../base/catalogue.ts'
import { timeInWords } from '../base/formats.ts'
import { closureInWords, dateInWords, holidayNamed, onHoliday, withDates } from './closures.ts'
import { readWish } from './schedule/wish.ts'
import type { Business } from './state.ts'
import type { Terms } from './terms.ts'
import { sayClosures } from './texts/holidays.ts'
import { sayKnowledge as say } from './texts/knowledge.ts'
import { listed } from './texts/list.ts'
import { DATE } from './words/calendar.ts'

const NAMES: Readonly<Record<Language, readonly string[]>> = {
  en: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  es: ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'],
}
/** The words for each day; words for the weekend match both of its days. */
const NAMED = [
  /\b(?:mon(?:days?)?|lunes)\b/,
  /\b(?:tue(?:s(?:days?)?)?|martes)\b/,
  /\b(?:wed(?:nesdays?)?|miercoles)\b/,
  /\b(?:thu(?:rs(?:days?)?)?|jueves)\b/,
  /\b(?:fri(?:days?)?|viernes)\b/,
  /\b(?:sat(?:urdays?)?|sabados?|weekends?|fin(?:es)? de semana)\b/,
  /\b(?:sun(?:days?)?|domingos?|weekends?|fin(?:es)? de semana)\b/,
]

const timesOf = (shifts: readonly Shift[], language: Language) =>
  listed(
    shifts.map(({ from, to, openTime, closeTime }) =>
      to - from >= DAY_MINUTES
        ? say(language, 'allDay')
        : say(language, 'span', {
            from: timeInWords(openTime, language),
            to: timeInWords(closeTime, language),
          }),
    ),
    language,
  )

/**
 * Describes the weekly hours: `Monday to Friday 8:00 AM to 12:00 PM and 1:00 PM to 5:00 PM and Saturday 9:00 AM to 3:00
 * PM`. Empty if the business is never open.
 */
export function hoursInWords(hours: readonly BusinessDay[], language: Language = 'en'): string {
  const groups: { from: number; to: number; times: string; isSplit: boolean }[] = []
  DAYS.forEach((day, index) => {
    const shifts = shiftsOf(hours, day)
    if (shifts.length === 0) return
    const times = timesOf(shifts, language)
    const group = groups.at(-1)
    if (group && group.to === index - 1 && group.times === times) group.to = index
    else groups.push({ from: index, to: index, times, isSplit: shifts.length > 1 })
  })
  const name = (index: number) => NAMES[language][index] ?? ''
  const words = groups.map(({ from, to, times }) =>
    from === to
      ? say(language, 'dayWithTimes', { day: name(from), times })
      : say(language, 'spanOfDays', { from: name(from), to: name(to), times }),
  )
  // Another "and" between days with breaks would be ambiguous.
  return groups.some(({ isSplit }) => isSplit) ? words.join('; ') : listed(words, language)
}

type Week = Pick<Business, 'hours' | 'timezone' | 'closures'>

/** How many days ahead, and how many, closures are mentioned with the hours. */
const SOON = 14
const MOST_CLOSURES = 2

/** Returns the closures in the coming days, except on weekdays when the business is closed anyway. */
function closuresAhead({ hours, closures }: Week, today: string, days: number, language: Language): string[] {
  const found = new Set<string>()
  for (let ahead = 0; ahead < days; ahead++) {
    const day = plus(today, ahead)
    const closure = closureOn(closures, day)
    if (closure && shiftsOn({ hours, closures: [] }, day).length > 0)
      found.add(closureInWords(closure, day, language))
  }
  return [...found].slice(0, MOST_CLOSURES)
}

/** Says that the business is open, and until when. Returns null if it is closed. */
function openInWords(week: Week, now: Date, language: Language): string | null {
  const span = openSpan(week, now)
  if (!span) return null
  return span.closeTime === null
    ? say(language, 'openAlways')
    : say(language, 'openNow', { time: timeInWords(span.closeTime, language) })
}

/** Says when the business is open today or tomorrow, or why it isn't. */
function dayInWords(week: Week, name: 'today' | 'tomorrow', on: string, language: Language): string {
  const shifts = shiftsOn(week, on)
  const day = say(language, name)
  if (shifts.length > 0) return say(language, 'openToday', { day, times: timesOf(shifts, language) })
  const closure = closureOn(week.closures, on)
  const hours = hoursInWords(week.hours, language)
  return closure
    ? `${closureInWords(closure, on, language)} ${sayClosures(language, 'usualHours', { hours })}`
    : say(language, 'closedToday', { day, hours })
}

const TOMORROW = /\btomorrow\b|\bma[ñn]ana\b/i

/**
 * Answers a question about the opening hours: now, today, on named days, or in general. Returns null if there are no
 * hours.
 */
export function aboutHours(
  week: Week,
  now: Date,
  terms: Terms,
  question: string,
  language: Language,
): string | null {
  const { hours, timezone, closures } = week
  const words = hoursInWords(hours, language)
  if (!words) return null
  const today = dayIn(timezone, now)
  const usually = (...reasons: string[]) =>
    [...reasons, sayClosures(language, 'usualHours', { hours: words })].join(' ')
  const open = openInWords(week, now, language)
  // Yesterday's hours can end today.
  const isStillOpen = open !== null && shiftsOn(week, today).length === 0
  if (terms.has('now') || (terms.has('today') && isStillOpen && !TOMORROW.test(question))) {
    if (open) return open
    const closure = closureOn(closures, today)
    return closure
      ? usually(closureInWords(closure, today, language))
      : say(language, 'closedNow', { hours: words })
  }
  if (terms.has('today')) {
    const day = TOMORROW.test(question) ? 'tomorrow' : 'today'
    return dayInWords(week, day, day === 'tomorrow' ? plus(today, 1) : today, language)
  }
  const plain = question.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const named = DAYS.map((day, index) => ({ day, index })).filter(({ index }) => NAMED[index]?.test(plain))
  const closed = named.filter(({ day }) => shiftsOf(hours, day).length === 0)
  if (closed.length > 0) {
    const days = closed.map(({ index }) => say(language, 'onDays', { day: NAMES[language][index] ?? '' }))
    return say(language, 'closedOn', { days: listed(days, language), hours: words })
  }
  if (named.length === 0) {
    return [say(language, 'hours', { hours: words }), ...closuresAhead(week, today, SOON, language)].join(' ')
  }
  const only = hours.filter(({ day }) => named.some((each) => each.day === day))
  const reasons = closuresAhead({ ...week, hours: only }, today, 7, language)
  const onThem = hoursInWords(only, language)
  return reasons.length > 0
    ? [...reasons, sayClosures(language, 'usualHours', { hours: onThem })].join(' ')
    : say(language, 'openOn', { hours: onThem })
}

const WEEKEND = 2

/**
 * Answers a question about the hours on the dates that it names, at most a weekend: `the 26th`, `the day after
 * Christmas`. Returns null for others, such as weekdays, and for holidays themselves.
 */
export function aboutDates(
  business: Business,
  now: Date,
  question: string,
  language: Language,
): string | null {
  const { holidays, closures, timezone } = business
  const today = dayIn(timezone, now)
  const dated = withDates(question, holidays, today)
  const [wish, ...more] = DATE.test(dated) ? readWish(dated, today).any : []
  const days = wish?.days ?? []
  const isHoliday = days.length === 1 && holidayNamed(question, holidays, today)?.day === days[0]
  const isPast = days.some((day) => day < today)
  if (more.length > 0 || days.length === 0 || days.length > WEEKEND || isHoliday || isPast) return null
  const answers = days.map((day) => {
    const closure = closureOn(closures, day)
    if (closure) return closureInWords(closure, day, language)
    const shifts = shiftsOn(business, day)
    const values = { day: dateInWords(day, language), times: timesOf(shifts, language) }
    return sayClosures(language, shifts.length > 0 ? 'openDay' : 'closedDay', values)
  })
  return answers.join(' ')
}

/**
 * Answers a question about the holiday that it names, or about all holidays. Returns null if the settings don't tell.
 */
export function aboutHolidays(
  business: Business,
  now: Date,
  question: string,
  language: Language,
): string | null {
  const { holidays, holidaysClosed, closures } = business
  if (business.hours.every(({ isOpen }) => !isOpen)) return null
  const found = holidayNamed(question, holidays, dayIn(business.timezone, now))
  if (!found) {
    if (holidaysClosed.length === 0) return sayClosures(language, 'noneKept')
    const kept = holidays.filter(({ name, isPublic }) => isPublic && isKept(holidaysClosed, name))
    const words = listed(
      kept.map(({ name }) => onHoliday(name, language).replace(/^on /, '')),
      language,
    )
    return words && sayClosures(language, 'allKept', { holidays: language === 'en' ? `on ${words}` : words })
  }
  const { holiday, day } = found
  const closure = closureOn(closures, day)
  if (closure) return closureInWords(closure, day, language)
  const shifts = shiftsOn(business, day)
  const values = { holiday: onHoliday(holiday.name, language), day: dateInWords(day, language) }
  return shifts.length > 0
    ? sayClosures(language, 'openHoliday', { ...values, times: timesOf(shifts, language) })
    : sayClosures(language, 'closedHoliday', values)
}

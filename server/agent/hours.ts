import type { BusinessDay } from '../../src/contract/profile.ts'
import { knownZone, openSpan, spokenTime } from '../../src/domain/settings/business-hours.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { formatByZone } from '../../src/domain/time/format-by-zone.ts'
import type { Terms } from './terms.ts'
import type { Language } from './texts/catalogue.ts'
import { sayKnowledge as say } from './texts/knowledge.ts'

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
const NAMES: Readonly<Record<Language, readonly string[]>> = {
  en: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  es: ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'],
}
/** The words for each day; a weekend is both. */
const NAMED = [
  /\b(?:mon(?:days?)?|lunes)\b/,
  /\b(?:tue(?:s(?:days?)?)?|martes)\b/,
  /\b(?:wed(?:nesdays?)?|miercoles)\b/,
  /\b(?:thu(?:rs(?:days?)?)?|jueves)\b/,
  /\b(?:fri(?:days?)?|viernes)\b/,
  /\b(?:sat(?:urdays?)?|sabados?|weekends?|fin(?:es)? de semana)\b/,
  /\b(?:sun(?:days?)?|domingos?|weekends?|fin(?:es)? de semana)\b/,
]
const weekdayIn = formatByZone({ weekday: 'long' })

/** Joins words: `a, b and c`. */
export function listed(items: readonly string[], language: Language): string {
  const last = items.at(-1) ?? ''
  return items.length > 1 ? say(language, 'and', { first: items.slice(0, -1).join(', '), last }) : last
}

const timesOf = ({ openTime, closeTime }: BusinessDay, language: Language) =>
  say(language, 'span', { from: spokenTime(openTime), to: spokenTime(closeTime) })

/** Describes the week: `Monday to Friday 8:00 AM to 5:00 PM and Saturday 9:00 AM to 3:00 PM`; empty if never open. */
export function hoursInWords(hours: readonly BusinessDay[], language: Language = 'en'): string {
  const groups: { from: number; to: number; times: string }[] = []
  DAYS.forEach((day, index) => {
    const entry = hours.find((each) => each.day === day && each.isOpen)
    if (!entry) return
    const times = timesOf(entry, language)
    const group = groups.at(-1)
    if (group && group.to === index - 1 && group.times === times) group.to = index
    else groups.push({ from: index, to: index, times })
  })
  const name = (index: number) => NAMES[language][index] ?? ''
  return listed(
    groups.map(({ from, to, times }) =>
      from === to
        ? say(language, 'dayWithTimes', { day: name(from), times })
        : say(language, 'spanOfDays', { from: name(from), to: name(to), times }),
    ),
    language,
  )
}

interface Week {
  hours: readonly BusinessDay[]
  timezone: string | null
}

/** An answer about the opening hours: now, today, on named days, or in general; null without hours. */
export function aboutHours(
  { hours, timezone }: Week,
  now: Date,
  terms: Terms,
  question: string,
  language: Language,
): string | null {
  const words = hoursInWords(hours, language)
  if (!words) return null
  if (terms.has('now')) {
    const span = openSpan(hours, timezone, now)
    return span
      ? say(language, 'openNow', { time: spokenTime(span.closeTime) })
      : say(language, 'closedNow', { hours: words })
  }
  if (terms.has('today')) {
    const isTomorrow = /\btomorrow\b|\bma[ñn]ana\b/i.test(question)
    const on = new Date(now.getTime() + (isTomorrow ? DAY_MS : 0))
    const name = weekdayIn(knownZone(timezone)).format(on).toLowerCase()
    const entry = hours.find((each) => each.day === name && each.isOpen)
    const day = say(language, isTomorrow ? 'tomorrow' : 'today')
    return entry
      ? say(language, 'openToday', { day, times: timesOf(entry, language) })
      : say(language, 'closedToday', { day, hours: words })
  }
  const plain = question.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const named = DAYS.map((day, index) => ({ day, index })).filter(({ index }) => NAMED[index]?.test(plain))
  const isOpen = (day: string) => hours.some((entry) => entry.day === day && entry.isOpen)
  const closed = named.filter(({ day }) => !isOpen(day))
  if (closed.length > 0) {
    const days = closed.map(({ index }) => say(language, 'onDays', { day: NAMES[language][index] ?? '' }))
    return say(language, 'closedOn', { days: listed(days, language), hours: words })
  }
  if (named.length === 0) return say(language, 'hours', { hours: words })
  const only = hours.filter(({ day }) => named.some((each) => each.day === day))
  return say(language, 'openOn', { hours: hoursInWords(only, language) })
}

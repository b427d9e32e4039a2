import type { Day } from '../../contract/profile.ts'
import { midnight, type Openings, plus, shiftsOn, spokenTime, wallTime, weekdayOf } from './business-hours.ts'

/** The next opening. `daysAhead` counts calendar days in the business's time zone. The time is HH:mm. */
export interface Opening {
  day: Day
  /** YYYY-MM-DD. */
  date: string
  daysAhead: number
  time: string
}

/** The number of days to search for the next opening. */
const LOOK_AHEAD = 366

/** Returns the next opening after `now` within a year, or null if there is none. */
export function nextOpening(openings: Openings, now: Date): Opening | null {
  if (!openings.hours.some((entry) => entry.isOpen)) return null
  const { day: today, minutes } = wallTime(openings.timezone, now)
  for (let daysAhead = 0; daysAhead <= LOOK_AHEAD; daysAhead++) {
    const date = plus(today, daysAhead)
    const next = shiftsOn(openings, date).find(({ from }) => daysAhead > 0 || from > minutes)
    if (next) return { day: weekdayOf(date), date, daysAhead, time: next.openTime }
  }
  return null
}

type Language = 'en' | 'es'

/** Returns a day in words: `Monday`, or `Monday, December 28`. */
function dayInWords(date: string, language: Language, isLong: boolean): string {
  const long = { month: 'long', day: 'numeric' } as const
  const format = { weekday: 'long', ...(isLong && long), timeZone: 'UTC' } as const
  return midnight(date).toLocaleDateString(`${language}-US`, format)
}

/** Returns a time of day in words, without the minutes of a full hour: `8 AM`, in Spanish `8 a.m.`. */
function timeInWords(time: string, language: Language): string {
  const spoken = spokenTime(time).replace(':00', '')
  return language === 'en' ? spoken : spoken.replace(/([AP])M$/, (_, half) => `${half.toLowerCase()}.m.`)
}

/**
 * Says when a closed business opens, such as `office opens at 8 AM` (today), `office opens next Monday at 8 AM` (exactly
 * a week ahead), or `office opens Monday, December 28 at 8 AM` (later). Empty if no day is open.
 */
export function openingText(openings: Openings, now: Date, language: Language = 'en'): string {
  const next = nextOpening(openings, now)
  if (!next) return ''
  const { date, daysAhead } = next
  const day = dayInWords(date, language, daysAhead > 7)
  const time = timeInWords(next.time, language)
  const isSpanish = language === 'es'
  let on = isSpanish ? `el ${day} ` : `${day} `
  if (daysAhead === 0) on = ''
  if (daysAhead === 1) on = isSpanish ? 'mañana ' : 'tomorrow '
  if (daysAhead === 7) on = isSpanish ? `el próximo ${day} ` : `next ${day} `
  if (!isSpanish) return `office opens ${on}at ${time}`
  return `la oficina abre ${on}${/^1(?!\d)/.test(time) ? 'a la' : 'a las'} ${time}`
}

interface StatusTexts {
  agent_name: string
  reply_time: string | null
}

/** The reply times of section 3 in Spanish. */
const IN_SPANISH: Readonly<Record<string, string>> = {
  Instantly: 'al instante',
  'In a few minutes': 'en pocos minutos',
  'Within an hour': 'en una hora',
  'Within a few hours': 'en unas horas',
  'Within a day': 'en un día',
}

function replyText(replyTime: string | null, language: Language): string {
  const text = replyTime?.trim()
  if (!text) return ''
  if (language === 'es') return IN_SPANISH[text] ? `Suele responder ${IN_SPANISH[text]}` : ''
  return `Typically replies ${text.charAt(0).toLowerCase()}${text.slice(1)}`
}

/**
 * Returns the line below the heading of a chat that the agent answers: its name if the business is open, or else that it
 * answers, and when the business opens. `opens` is null while the business is open.
 */
export function chatStatus(
  { agent_name, reply_time }: StatusTexts,
  opens: string | null,
  language: Language = 'en',
): string {
  const online = language === 'es' ? 'En línea' : 'Online now'
  const parts = opens === null ? [agent_name, replyText(reply_time, language)] : [online, opens]
  return parts.filter(Boolean).join(' · ')
}

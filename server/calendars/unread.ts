import { counted } from '../../src/domain/common/counted.ts'

/**
 * What of an appointment can't be read: its date (`start`), its time on a known day, the zone of its times, its end, the
 * rule by which it repeats, or the dates that its rule excludes (`except`).
 */
export type Fault = 'start' | 'time' | 'zone' | 'end' | 'rule' | 'except'

/** What of a calendar could not be read. */
export interface Unread {
  /** The faults of appointments that can block calls, with the unclear text, and the start if it is known. */
  faults: { fault: Fault; text: string; start: number | null }[]
  /** Whether the file ends before its last calendar does. */
  isCut: boolean
}

const MEANINGS: Record<Fault, [one: string, many: string, consequence: string]> = {
  start: ['appointment without a date', 'appointments without a date', 'ignored'],
  time: ['appointment without a clear time', 'appointments without a clear time', 'blocks the whole day'],
  zone: [
    'appointment in an unknown time zone',
    'appointments in an unknown time zone',
    'read in your time zone',
  ],
  end: [
    'appointment without a clear end',
    'appointments without a clear end',
    'blocks an hour, or until the day ends',
  ],
  rule: ['series with an unclear rule', 'series with unclear rules', 'only its certain times block calls'],
  except: [
    'series with an unclear end or exception',
    'series with unclear ends or exceptions',
    'blocks every time',
  ],
}
/** The most days and unclear texts that are listed, and characters of a text. */
const MOST_LISTED = 3
const MOST_CHARACTERS = 60

/** Returns in words, for the owner of a calendar, what could not be read of it. Null if everything was. */
export function unreadInWords({ faults, isCut }: Unread, timeZone: string): string | null {
  const byFault = Map.groupBy(faults, ({ fault }) => fault)
  const sentences = [...byFault].map(([fault, all]) => {
    const [one, many, consequence] = MEANINGS[fault]
    const texts = [...new Set(all.map(({ text }) => text))].filter(Boolean).slice(0, MOST_LISTED)
    const days = daysOf(
      all.map(({ start }) => start),
      timeZone,
    )
    const details = [...texts.map((text) => `“${text.slice(0, MOST_CHARACTERS)}”`), ...days].join(', ')
    return `${counted(all.length, one, many)}${details && ` (${details})`}: ${consequence}.`
  })
  if (isCut) sentences.push('The file breaks off: appointments can be missing.')
  return sentences.length === 0 ? null : sentences.join(' ')
}

function daysOf(starts: readonly (number | null)[], timeZone: string): string[] {
  const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone })
  const known = starts.filter((start) => start !== null).toSorted((a, b) => a - b)
  const days = [...new Set(known.map((start) => format.format(start)))]
  return days.length > MOST_LISTED ? [...days.slice(0, MOST_LISTED), '…'] : days
}

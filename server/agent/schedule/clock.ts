import { HALF_DAY, MONTH_NAME, NOON } from '../words/calendar.ts'
import type { Criteria } from './criteria.ts'

const EVENING = 1_020
/** No one schedules a call before this time. */
const EARLIEST = 420

/** Matches what can follow a bare hour. Before anything else, the number is a street number or an amount. */
const ENDS =
  "(?=\\s*$|\\s*[.,;!?)-]|\\s+(?:on|or|and|to|is|was|works?|would|please|after|before|about|regarding|can|could|might|because|since|when|as|so|your|i|we|tomorrow|today|tonight|in|this|next|sharp|then|instead|if|for|but|the|do|does|isn't|doesn't|won't|also|so|today|at|my|thanks?|thx|pls|plz|okay|ok|fine|(?:good|great|perfect|best|free|available|open|taken|still|any|every|each|most|usually|during|el|los|pero|si|gracias|porfa|por|mejor)\\b|mow|whichever|whatever|otherwise|preferably|ideally|hopefully|anyway|that|mon|tue|wed|thu|fri|sat|sun|est|edt|et|cst|cdt|ct|mst|mdt|mt|pst|pdt|pt|gmt|utc|bst|ist|eastern|central|mountain|pacific)\\w*\\b)"
const TIME = '(\\d{1,2})(?::(\\d\\d))?(?::\\d\\d)?(?:\\s?([ap])m)?|noon|midnight'
const time = (name: string) => `(?<${name}>${TIME.replace(/\((?!\?)/g, '(?:')})`
const LEAD = '(?<![\\d/:$.-])'
const RANGE = new RegExp(
  `(?<lead>between |from )?${LEAD}${time('from')}\\s*(?<by>-|to|and|until|untill|till?|thru|through|or before|but before)\\s*${time('to')}(?![\\d/:%])${ENDS}`,
  'g',
)
const BOUND = new RegExp(
  `\\b(?<side>after|past|from|since|starting at|starting|before|until|till?|by)(?: about| around)? ${time('at')}(?![\\d/:])(?<on> on\\b| onwards?)?(?:(?<=noon)|${ENDS})`,
  'g',
)
const EXACT = new RegExp(
  `\\b(?:at|about|around|like|make (?:it|that)|try|let's (?:do|say)|say) ${time('at')}(?![\\d/:%])${ENDS}|${LEAD}(?<half>\\d{1,2}(?::\\d\\d)?\\s?[ap]m\\b|\\d{1,2}:\\d\\d(?::\\d\\d)?(?![\\d:])|\\bnoon\\b|\\bmidnight\\b|(?<!\\b${MONTH_NAME}\\.? )\\b\\d{1,2}(?= (?:in the |tomorrow |today )(?:morning|afternoon|evening)))|(?<=\\d(?:\\s?[ap]m)? or )(?<more>\\d{1,2})\\b${ENDS}|${LEAD}\\b(?<either>\\d{1,2})(?= or \\d{1,2}(?::\\d\\d)?(?:\\s?[ap]m)?\\b${ENDS})`,
  'g',
)
/** Parts of the day, in minutes after midnight. The first one that a text names counts. */
const PARTS: readonly (readonly [RegExp, number | null, number | null])[] = [
  [/\bearly (?:in the )?morning\b|\bbefore work\b/g, null, 600],
  [/\b(?:late|mid)[ -]?(?:in the )?morning\b/g, 600, NOON],
  [/\bmornings?\b|\bbefore lunch\b/g, null, NOON],
  [/\b(?:at )?lunch(?: ?time)?\b(?<!after lunch)/g, NOON, 840],
  [/\bafter lunch\b/g, 780, EVENING],
  [/\bearly (?:in the )?afternoon\b/g, NOON, 900],
  [/\blate (?:in the )?afternoon\b/g, 900, EVENING],
  [/\bafternoon(?:s|ish)?\b/g, NOON, EVENING],
  [/\bpms?\b/g, NOON, null],
  [/\blate (?:today )?(?:tonight|evening|at night)\b/g, 1_260, null],
  [/\bevenings?\b|\btonight\b|\bafter work\b|\bnights?\b/g, EVENING, null],
]

export type Clock = Pick<Criteria, 'at' | 'from' | 'to'> & { rest: string }

type Half = 'a' | 'p' | null

/**
 * Returns the possible minutes after midnight, most likely first. No one schedules a call between midnight and 7 AM.
 */
function readings(written: string, part: Half): number[] {
  if (written === 'noon') return [NOON]
  if (written === 'midnight') return [0]
  const [, hour = '', minute = '0', given] = new RegExp(`^(?:${TIME})$`).exec(written.trim()) ?? []
  const [hours, minutes] = [Number(hour), Number(minute)]
  if (hour === '' || hours > 24 || minutes > 59) return []
  const early = (hours % 12) * 60 + minutes
  const half = given ?? (hours > 12 || hours === 0 || (hour.length > 1 && hour.startsWith('0')) ? null : part)
  // `Thursday morning, before 1` is before 1 PM.
  if (half === 'a') return [given || early >= EARLIEST ? early : early + HALF_DAY]
  if (half === 'p') return [early + HALF_DAY]
  if (hours > 12 || hours === 0 || hour.startsWith('0')) return [(hours % 24) * 60 + minutes]
  return early >= EARLIEST ? [early, early + HALF_DAY] : [early + HALF_DAY, early]
}

const hasHalf = (written: string) => /[ap]m|noon|midnight/.test(written)
const isPlainHour = (written: string) => /^\d{1,2}$/.test(written)

/** Returns both ends of `3-4pm`, `9:30 to 11`, or `between 2 and 4`; null if it isn't a range of times. */
function span(from: string, to: string, part: Half): { from: number; to: number } | null {
  const ends = readings(to, part)
  const starts =
    hasHalf(from) || !hasHalf(to) ? readings(from, part) : readings(from, null).toSorted((a, b) => b - a)
  if (hasHalf(to)) {
    const [end] = ends
    const start = end === undefined ? undefined : starts.find((each) => each < (end || 1_440))
    return start === undefined || end === undefined ? null : { from: start, to: end || 1_440 }
  }
  const [start] = starts
  const end = start === undefined ? undefined : ends.toSorted((a, b) => a - b).find((each) => each > start)
  return start === undefined || end === undefined ? null : { from: start, to: end }
}

/** Extracts the times from a clause. `rest` is the clause without them. */
export function readClock(clause: string): Clock {
  const isNight = /\b(?:evenings?|tonight|nights?)\b/.test(clause)
  const part: Half = /\b(?:mornings?|breakfast)\b/.test(clause)
    ? 'a'
    : /\b(?:afternoon\w*|evenings?|tonight|nights?)\b/.test(clause)
      ? 'p'
      : null
  const at: number[] = []
  let from: number | null = null
  let to: number | null = null
  // Keep the day if a phrase names a part of today.
  let rest = clause
    .replace(/\bthis (?=morning|afternoon|evening)|\b(?=tonight)/g, 'today ')
    .replace(RANGE, (...found) => {
      const groups = found.at(-1) as Record<string, string>
      const { lead, by, from: first = '', to: last = '' } = groups
      const isBare = isPlainHour(first) && isPlainHour(last)
      if (by === 'and' && lead !== 'between ') return String(found[0])
      if (isBare && !lead && by !== '-' && by !== 'to') return String(found[0])
      const both = span(first, last, part)
      if (!both) return String(found[0])
      from = both.from
      to = both.to
      return ' '
    })
  rest = rest.replace(BOUND, (...found) => {
    const { side = '', at: written = '' } = found.at(-1) as Record<string, string>
    const [minutes] = readings(written, part)
    if (minutes === undefined) return String(found[0])
    if (/^(?:after|past|from|since|starting)/.test(side)) from = minutes
    else to = minutes
    return ' '
  })
  rest = rest.replace(EXACT, (...found) => {
    const { at: written, half, more, either } = found.at(-1) as Record<string, string | undefined>
    const minutes = readings(
      (written ?? half ?? more ?? either ?? '').replace(/^(\d{1,2}:\d\d):\d\d/, '$1'),
      part,
    )
    // Midnight belongs to two days, so it stays in the text.
    if (minutes.length === 0 || (isNight && minutes[0] === NOON)) return String(found[0])
    at.push(...minutes)
    return ' '
  })
  let isVague = at.length > 0 || from !== null || to !== null
  for (const [pattern, start, end] of PARTS) {
    const before = rest
    rest = rest.replace(pattern, ' ')
    if (isVague || rest === before) continue
    from = start
    to = end
    isVague = true
  }
  return { at: at.length > 0 ? [...new Set(at)] : null, from, to, rest }
}

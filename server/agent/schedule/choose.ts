import { slotLabel, type WallSlot, wallSlot } from './slots.ts'
import { isWish, readWish, suits, type Wish } from './wish.ts'

/** Number of slots offered at once. */
const OFFERED = 4
const NOON = 720
const HALF_DAY = 720

const ORDINALS = [
  /^(?:the )?(?:first|1st|1|earliest|soonest)\b/i,
  /^(?:the )?(?:second|2nd|2)\b/i,
  /^(?:the )?(?:third|3rd|3)\b/i,
  /^(?:the )?(?:fourth|4th|4|last)\b/i,
] as const
const ANY =
  /\b(?:any(?:time| time| of (?:them|those|these))?|either|whichever|whenever|whatever|you (?:choose|pick|decide))\b/i
const AGREED = /^(?:yes|yep|yeah|sure|ok|okay|sounds good|perfect|great|that works|works(?: for me)?)\b/i
const OTHERS =
  /\b(?:other|others|different|another|else|more (?:times|options|slots)|none of (?:them|these|those)|neither|doesn['’]?t work|don['’]?t work)\b/i

const ASKS = /^(?:are|do|is|what|when|which|how late)\b.*\b(?:open|work|free|available|have|possible|come)\b/i

/** The quick reply for other slots. */
export const OTHER_TIMES = 'Other times'
/** The quick reply for no call. */
export const NO_CALL = 'No thanks'

/** What a visitor's message means for the offered slots. */
export type Choice =
  | { kind: 'book'; start: Date }
  /** The chosen slot is taken, or no free slot matches the wish. */
  | { kind: 'gone'; wasOffered: boolean }
  | { kind: 'offer'; wish: Wish }
  | { kind: 'others' }
  | { kind: 'unclear' }

interface Offer {
  /** The last offered starts. */
  offered: readonly Date[]
  free: readonly WallSlot[]
  timezone: string | null
  now: Date
}

const sameText = (a: string, b: string) =>
  a.toLowerCase().replace(/[^a-z\d:]+/g, '') === b.toLowerCase().replace(/[^a-z\d:]+/g, '')

/** Interprets a visitor's answer to the offered slots. A slot is chosen only if the message means exactly one. */
export function readChoice(text: string, { offered, free, timezone, now }: Offer): Choice {
  const take = (start: Date | undefined): Choice => {
    const isFree = free.some((slot) => slot.start.getTime() === start?.getTime())
    return start && isFree ? { kind: 'book', start } : { kind: 'gone', wasOffered: true }
  }
  const named = offered.find((start) => sameText(slotLabel(start, timezone), text))
  if (named) return take(named)
  const wish = readWish(text, wallSlot(now, timezone).day)
  if (isWish(wish)) return byWish(wish, { offered, free, timezone, now }, ASKS.test(text), take)
  if (OTHERS.test(text)) return { kind: 'others' }
  const [hour] = /^\d{1,2}\b/.exec(text) ?? []
  const atHour = hour
    ? offered.filter((start) => wallSlot(start, timezone).minutes % HALF_DAY === (Number(hour) % 12) * 60)
    : []
  if (atHour.length === 1) return take(atHour[0])
  if (hour && Number(hour) > OFFERED && Number(hour) <= 12) {
    const times = [Number(hour) % 12, (Number(hour) % 12) + 12].map((each) => each * 60)
    return { kind: 'offer', wish: { ...wish, at: new Set(times) } }
  }
  const ordinal = ORDINALS.findIndex((pattern) => pattern.test(text))
  if (ordinal >= 0 && offered.length > 0) {
    const start = /last/i.test(text) ? offered.at(-1) : offered[ordinal]
    return start ? take(start) : { kind: 'unclear' }
  }
  if (ANY.test(text) || (offered.length === 1 && AGREED.test(text))) return take(offered[0])
  return { kind: 'unclear' }
}

function byWish(wish: Wish, offer: Offer, isOpenQuestion: boolean, take: (start: Date) => Choice): Choice {
  const onOffer = offer.offered.filter((start) => suits(wallSlot(start, offer.timezone), wish))
  const [only, ...more] = onOffer
  // "Are you open on Saturday?" is not a choice.
  if (only && more.length === 0 && (wish.at !== null || !isOpenQuestion)) return take(only)
  const fitting = offer.free.filter((slot) => suits(slot, wish))
  const [exact, ...others] = fitting
  if (!exact) return { kind: 'gone', wasOffered: false }
  const isPrecise = wish.at !== null && (wish.days !== null || wish.weekdays !== null)
  return (others.length === 0 && !isOpenQuestion) || (isPrecise && isOneMoment(fitting, wish))
    ? take(exact.start)
    : { kind: 'offer', wish }
}

/** Returns whether a weekday and a time mean only the next such moment. */
function isOneMoment(fitting: readonly WallSlot[], wish: Wish): boolean {
  const [first] = fitting
  const days = new Set(fitting.map(({ weekday }) => weekday))
  return days.size === 1 && wish.days === null && fitting.filter(({ day }) => day === first?.day).length === 1
}

/**
 * Returns up to four slots, spread over days, mornings, and afternoons; slots that match the wish first. Slots in
 * `except` were offered before and repeat only if nothing else is left.
 */
export function suggest(
  free: readonly WallSlot[],
  wish: Wish | null,
  except: readonly Date[] = [],
): readonly Date[] {
  const isNew = ({ start }: WallSlot) => !except.some((other) => other.getTime() === start.getTime())
  const suiting = wish ? free.filter((slot) => suits(slot, wish)) : []
  const wanted = suiting.length > 0 ? suiting : free
  const fresh = wanted.filter(isNew)
  const pool = fresh.length > 0 ? fresh : wanted
  const halves = new Map<string, WallSlot>()
  for (const slot of pool) {
    const half = `${slot.day} ${slot.minutes < NOON ? 'morning' : 'afternoon'}`
    if (!halves.has(half)) halves.set(half, slot)
  }
  const spread = [...halves.values()].slice(0, OFFERED)
  const rest = pool.filter((slot) => !spread.includes(slot)).slice(0, OFFERED - spread.length)
  return [...spread, ...rest].map(({ start }) => start).toSorted((a, b) => a.getTime() - b.getTime())
}

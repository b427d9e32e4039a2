import { HOUR_MS, MINUTE_MS } from '../../src/domain/time/durations.ts'
import type { Answer } from './read-answer.ts'

/** How long a member's texts go to a conversation, or to businesses as a customer's, without a further text. */
export const TALK_MS = HOUR_MS
/** How long the offered times can be chosen. */
export const SLOTS_MS = 15 * MINUTE_MS

/** What a number is doing: it writes to an alert's visitor, chooses one of three times, or writes as a customer. */
export interface Talk {
  mode: 'reply' | 'slots' | 'customer'
  /** Null if the alert is erased. */
  alertId: string | null
  touchedAt: Date
}

/** An alert that a number has got within a day. */
export interface KnownAlert {
  id: string
  code: string
  /**
   * Whether an answer without a code could mean it: it is open, or the number doesn't know yet that it is not.
   */
  isInPlay: boolean
}

export interface Situation {
  alerts: readonly KnownAlert[]
  talk: Talk | null
  /** Whether a business has been in touch with the number as a customer's within a day. */
  isCustomer: boolean
  now: Date
}

/** What to do with a text. Nothing but `reply` and `pass` forwards its words. */
export type Decision =
  | { act: 'send' | 'book' | 'take'; alertId: string }
  | { act: 'slot'; alertId: string; index: number }
  | { act: 'reply' | 'files' | 'end' | 'pass' }
  /** The talk is over, or its alert is gone. */
  | { act: 'over' }
  /** `code` is the one that no alert has. */
  | { act: 'ask'; code?: string }

const ACTS = new Map<number, 'send' | 'book'>([
  [1, 'send'],
  [3, 'book'],
])
/** The number of the first offered time. */
export const FIRST_TIME = 4

/** Returns whether an answer of a number must name the alert, because it could mean something else. */
export const needsCode = ({ alerts, talk, isCustomer, now }: Situation): boolean =>
  isCustomer || (talk?.mode === 'customer' && isFresh(talk, now)) || inPlay(alerts).length > 1

const inPlay = (alerts: readonly KnownAlert[]) => alerts.filter(({ isInPlay }) => isInPlay)

/** Returns whether a talk goes on. */
export const isFresh = ({ mode, touchedAt }: Talk, now: Date): boolean =>
  now.getTime() - touchedAt.getTime() < (mode === 'slots' ? SLOTS_MS : TALK_MS)

/** Decides what a text from a number means. In doubt, it asks. */
export function decide(answer: Answer, situation: Situation): Decision {
  const { talk, alerts, now } = situation
  const isOn = talk !== null && isFresh(talk, now)
  if (answer.kind === 'pass') return { act: 'pass' }
  const held = alerts.find(({ id }) => id === talk?.alertId) ?? null
  if (answer.kind === 'done') {
    const isMeant = talk !== null && (answer.code === null || answer.code === held?.code)
    return isMeant ? { act: isOn ? 'end' : 'over' } : askAbout(answer.code, situation)
  }
  const said = commandIn(answer, situation, held)
  if (talk === null) return said ?? { act: 'ask' }
  if (talk.mode === 'slots') return inSlots(answer, situation, held, isOn) ?? said ?? { act: 'ask' }
  if (said !== null && (isCoded(answer) || answer.kind === 'take')) return said
  return isOn ? during(talk, answer, situation, held) : { act: 'over' }
}

/** Returns what a text means that is no command, while a number writes to somebody. */
function during({ mode }: Talk, answer: Answer, situation: Situation, held: KnownAlert | null): Decision {
  if (mode === 'reply' && !held) return { act: 'over' }
  const named = answer.kind === 'code' ? answer.code : knownIn(answer, situation)
  if (named !== null) return askAbout(named, situation)
  if (mode === 'customer') return { act: 'pass' }
  // A number can be an answer to the visitor, or to another alert.
  if (answer.kind === 'blank' || (answer.kind === 'number' && needsCode(situation))) return { act: 'ask' }
  return { act: answer.kind === 'files' ? 'files' : 'reply' }
}

/** Asks about a text that contains a code; null if it contains none. */
const askAbout = (code: string | null, situation: Situation): Decision => ({
  act: 'ask',
  ...(code !== null && !isKnown(code, situation) && { code }),
})

const isKnown = (named: string, { alerts }: Situation) => alerts.some(({ code }) => code === named)

/** Returns a code that a text contains somewhere, if it is one of an alert; otherwise null. */
const knownIn = (answer: Answer, situation: Situation): string | null =>
  (answer.kind === 'text' && answer.words.find((word) => isKnown(word, situation))) || null

const isCoded = (answer: Answer) => answer.kind === 'number' && answer.code !== null

/** Returns what a command means outside a choice of times; null if the text is none. */
function commandIn(answer: Answer, situation: Situation, held: KnownAlert | null): Decision | null {
  if (answer.kind !== 'number' && answer.kind !== 'take') return null
  const { alerts } = situation
  const own = answer.kind === 'take' && situation.talk?.mode === 'reply' ? held : null
  const [only = null] = needsCode(situation) ? [] : inPlay(alerts)
  const meant = answer.code === null ? (own ?? only) : alerts.find(({ code }) => code === answer.code)
  if (!meant) return askAbout(answer.code, situation)
  if (answer.kind === 'take') return { act: 'take', alertId: meant.id }
  const act = ACTS.get(answer.digit)
  return act ? { act, alertId: meant.id } : { act: 'ask' }
}

/** Returns what a number means as the choice of a time; null if the text is none. */
function inSlots(
  answer: Answer,
  situation: Situation,
  held: KnownAlert | null,
  isOn: boolean,
): Decision | null {
  if (answer.kind !== 'number' || (answer.code !== null && answer.code !== held?.code)) return null
  if (answer.digit < FIRST_TIME && answer.code !== null) return null
  if (!isOn || !held) return { act: 'over' }
  if (answer.digit < FIRST_TIME) return { act: 'ask' }
  if (answer.code === null && needsCode(situation)) return { act: 'ask' }
  return { act: 'slot', alertId: held.id, index: answer.digit - FIRST_TIME }
}

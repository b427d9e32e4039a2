import { likelihoodsWhile, readClauses } from '../acts.ts'
import { chanceIn, chanceOf } from '../understand/likelihoods.ts'
import { sentencesIn } from '../words/words.ts'
import { agreesSurely } from './intents.ts'

/** The intents of an answer to offered times, and the least probability at which a sentence may be one. */
const OF_TIME = [
  'accept',
  'ask_hours',
  'book',
  'call_me',
  'cancel',
  'choose',
  'decline',
  'move',
  'other_time',
  'time',
]
const LEAST_OF_TIME = 0.5
/** The intents that take back a yes, and the least probability at which they do. */
const AGAINST = ['other_time', 'move', 'cancel', 'decline', 'unsure']
const LEAST_AGAINST = 0.4
/** The intents of a yes, and the least probabilities at which a request to book is one. */
const YES = ['accept', 'book']
const LEAST_YES = 0.8
const LEAST_BOOK = 0.2
/** Matches what makes a yes conditional. */
const CONDITION = /^\W*(?:actually|wait|but|if|unless|except|only|or|although|pero|si|aunque|o)(?!\p{L})/iu

const chanceWhile = (text: string, intents: readonly string[]) =>
  chanceIn(likelihoodsWhile(text, 'slot'), intents)

/** Returns whether a part of a message is a clear yes to a proposed time, even beside parts that say something else. */
const isYes = (part: string) =>
  agreesSurely(part) ||
  (!part.includes('?') && chanceWhile(part, ['book']) >= LEAST_BOOK && chanceWhile(part, YES) >= LEAST_YES)

/**
 * Returns the sentences of an answer to offered times that may be about the time; all if none is. `fits` tells whether a
 * sentence names an offered time.
 */
export function aboutTime(text: string, fits: (sentence: string) => boolean): string {
  const own = sentencesIn(text).filter((each) => chanceWhile(each, OF_TIME) >= LEAST_OF_TIME || fits(each))
  return own.length === 0 ? text : own.join(' ')
}

/** The intents of a sentence that turns the call down, and its least probability. */
const DOWN = ['cancel', 'decline', 'skip']
const LEAST_DOWN = 0.6
/** Returns whether a sentence of an answer to offered times turns the call down: `skip the call for now`. */
export const turnsDown = (text: string): boolean =>
  sentencesIn(text).some((each) => chanceOf(each, DOWN) >= LEAST_DOWN)

/**
 * Returns whether a part of an answer to a proposed time clearly accepts it, and no other part takes that back.
 * `conflicts` tells whether a part names another time.
 */
export function accepts(text: string, conflicts: (part: string) => boolean): boolean {
  const parts = readClauses(text, 'slot').map((each) => each.text)
  const yes = parts.findIndex(isYes)
  const others = parts.toSpliced(yes, 1)
  return (
    yes >= 0 &&
    !others.some(
      (part) => CONDITION.test(part) || chanceWhile(part, AGAINST) >= LEAST_AGAINST || conflicts(part),
    )
  )
}

import type { InboxConversation } from '../../src/contract/conversations.ts'
import { phoneText } from '../../src/domain/common/dialable.ts'
import { nameParts } from '../../src/domain/common/name-parts.ts'
import { firstName } from '../../src/domain/conversations/first-name.ts'
import { holderName } from '../../src/domain/conversations/standing.ts'
import { isNamed, whoOf } from '../../src/domain/conversations/who.ts'
import { inText, linesInText } from '../notifications/compose/fit-text.ts'
import { cut } from '../notifications/compose/words.ts'
import { FIRST_TIME } from './decide.ts'

const NAME_LENGTH = 40
const BUSINESS_LENGTH = 24
const QUOTE_LENGTH = 160
/** The most alerts that a question lists. */
const MOST_LISTED = 6

/** Returns how texts to members call a visitor: `Jane D.`, or `Visitor from Dublin`. */
export function shortName(
  conversation: Parameters<typeof whoOf>[0] & Pick<InboxConversation, 'phone'>,
): string {
  const who = whoOf(conversation)
  // A number is not left out of texts if it is all that is known.
  if (conversation.phone && who === phoneText(conversation.phone)) return who
  const { given, surname } = nameParts(who)
  const isShort = isNamed(conversation) && given !== '' && /^\p{Lu}/u.test(surname)
  return cut(inText(isShort ? `${given} ${Array.from(surname)[0]}.` : who), NAME_LENGTH) || 'the visitor'
}

/** Ends a sentence that ends with a name. */
const full = (text: string) => (text.endsWith('.') ? text : `${text}.`)

/** Returns how texts to members call another member. */
export const colleague = (name: string | null): string =>
  cut(inText(firstName(name) ?? holderName(null)), NAME_LENGTH)

/** What an alert offers. */
export interface Offer {
  code: string
  suggestion: string | null
  isBookable: boolean
}

/** Returns how to answer an alert; `isCoded`: with its code. */
export function answersTo({ code, suggestion, isBookable }: Offer, isCoded: boolean): string {
  const named = isCoded ? code : null
  const how = waysTo(
    [
      { digit: '1', code: suggestion === null ? undefined : named },
      { digit: '3', code: isBookable ? named : undefined },
    ],
    named,
  )
  return suggestion === null ? how : `${how}\nSuggested reply:\n${suggestion}`
}

const FOR = { 1: 'to send the suggested reply', 3: 'to book' }

/** Returns how to answer alerts, each with the code of one that can be answered so; a null code is left out. */
function waysTo(
  numbers: readonly { digit: '1' | '3'; code: string | null | undefined }[],
  taken: string | null,
): string {
  const named = (word: string, code: string | null) => (code === null ? word : `${word} ${code}`)
  const ways = numbers.flatMap(({ digit, code }) =>
    code === undefined ? [] : [`${named(digit, code)} ${FOR[digit]}`],
  )
  return `Reply ${listed([...ways, `${named('TAKE', taken)} to write yourself`])}.`
}

const listed = (options: readonly string[]) =>
  options.length < 3 ? options.join(' or ') : `${options.slice(0, -1).join(', ')}, or ${options.at(-1)}`

/** Returns how texts call a visitor of a business that must be named; unchanged without one. */
export function inBusiness(who: string, business: string | undefined): string {
  const name = cut(inText(business ?? ''), BUSINESS_LENGTH)
  return name === '' ? who : `${who} (${name})`
}

/** An alert in a question. */
export interface Listed {
  code: string
  who: string
  /** Why it is no longer open, as a sentence; null if it is. */
  isOver: string | null
  hasSuggestion: boolean
  isBookable: boolean
}

/** Returns the question which alert a text means. */
export function whichOne(alerts: readonly Listed[], isCustomer: boolean): string {
  const open = alerts.filter(({ isOver }) => isOver === null)
  const pass = isCustomer ? ' To text a business as its customer, reply PASS.' : ''
  if (open.length === 0) {
    const over = alerts.slice(0, MOST_LISTED).map(({ isOver }) => isOver)
    return `${over.join(' ') || 'No alert waits for your answer.'} Nothing was sent.${pass}`
  }
  const listed = open.slice(0, MOST_LISTED)
  const shown = listed.map(({ code, who }) => `${code}: ${who}`)
  const more = open.length > MOST_LISTED ? `, and ${open.length - MOST_LISTED} more in the inbox` : ''
  const ways = waysTo(
    [
      { digit: '1', code: listed.find(({ hasSuggestion }) => hasSuggestion)?.code },
      { digit: '3', code: listed.find(({ isBookable }) => isBookable)?.code },
    ],
    listed[0]?.code ?? null,
  )
  const [only] = listed
  const asks =
    only && open.length === 1
      ? `${only.who} waits for your answer.`
      : `Which one? ${full(`${shown.join(', ')}${more}`)}`
  return `${asks} ${ways} Nothing was sent.${pass}`
}

export const unknownCode = (code: string) => `No alert has the code ${code}.`

export const sent = (who: string, content: string | null) =>
  content === null ? `Sent to ${full(who)}` : `Sent to ${who}: ${content}`

/** `since`: what the visitor has written; `aside`: the visitor whom the number wrote to before. */
export const taking = (who: string, since: string | null, aside: { who: string; code: string } | null) =>
  [
    `You write to ${who} now. Each text from you goes there, and the answers come to you. Reply DONE to end. It also ends after an hour without a text.`,
    ...(aside ? [`Answers of ${aside.who} still come to you; reply TAKE ${aside.code} to go back.`] : []),
    ...(since === null ? [] : [since]),
  ].join(' ')

/** Returns the question whether a text that could answer an alert is for the visitor to whom it would go. */
export const isItFor = (who: string) => `Is this for ${who}? Then write it without a code or number alone.`

/** What follows a visitor's words to a number that now writes to somebody else. */
export const toAnswer = (code: string) => `Reply TAKE ${code} to answer.`

export const ASKED_ENOUGH = ' For an hour, texts like this get no further answer.'

export const alreadyTaking = (who: string) => `You write to ${who} already. Reply DONE to end.`

export const stillTaking = (who: string) => `Your texts still go to ${full(who)} Reply DONE to end.`

export const ended = (who: string) =>
  `Done. Your texts no longer go to ${full(who)} The conversation stays yours in the inbox.`

export const over = (who: string, code: string) =>
  `You no longer write to ${full(who)} Your text was not sent. Reply TAKE ${code} to go on.`

export const leftTalk = (who: string, code: string) =>
  `You no longer write to ${full(who)} Reply TAKE ${code} to go on.`

export const taken = (who: string, by: string) => `${by} has already handled ${full(who)}`

export const takenOver = (by: string, who: string) =>
  `${by} has taken over the conversation with ${full(who)}`

/** Returns that another member has taken a conversation over, but has not written for a while. */
export const leftAlone = (by: string, who: string, code: string) =>
  `${takenOver(by, who)} Reply TAKE ${code} to write yourself.`

/** Returns that texts no longer reach a visitor. `isAsked`: because it is the wrong number, otherwise by wish. */
export const stopped = (who: string, isAsked: boolean) =>
  `${who} ${isAsked ? 'answered that this is the wrong number' : 'has stopped texts'}: your replies no longer arrive by text. The conversation stays in the inbox.`

export const closed = (who: string) => `The conversation with ${who} has ended.`

export const notWaiting = (who: string) => `${who} no longer waits.`

export const dealtWith = (who: string, code: string) =>
  `You have already dealt with ${full(who)} Nothing was sent. Reply TAKE ${code} to write again.`

export const noSuggestion = (who: string, code: string) =>
  `There is no suggested reply for ${full(who)} Nothing was sent. Reply TAKE ${code} to write yourself.`

/** Returns that a conversation has moved on since its alert, and what can be sent now. */
export function movedOn(who: string, code: string, since: string, suggestion: string | null): string {
  const take = `TAKE ${code} to write yourself`
  const next =
    suggestion === null
      ? `Reply ${take}.`
      : `Reply 1 ${code} to send this reply now, or ${take}.\nSuggested reply:\n${suggestion}`
  return `${since} Nothing was sent to ${full(who)} ${next}`
}

/** The language of texts that quote visitors, who may write Spanish: they keep its accents. */
export const QUOTED = 'es'

export const hasWritten = (who: string, words: string) =>
  `${who} has written since: "${cut(inText(words), QUOTE_LENGTH)}".`

export const hasAnswered = (by: string, who: string) => `${by} has answered ${who} since.`

export const forwarded = (who: string, words: string) => linesInText(`${who}: ${words}`, QUOTED)

export const agentContinues = (who: string, code: string) =>
  `The agent answers ${who} again. Reply TAKE ${code} to take over.`

export const cannotSendFiles = (who: string) =>
  `Pictures can't be passed on by text, so nothing was sent to ${full(who)} Use the inbox, or send only words.`

export const cannotSendBlank = (who: string) => `Nothing was sent to ${who}, because the text was empty.`

export const notYours = (who: string, code: string) =>
  `You no longer answer ${who}, so your text was not sent. Reply TAKE ${code} to take over again.`

export const GONE = 'This conversation is no longer there, or no longer yours to answer. Nothing was sent.'

export const notReached = (who: string, reason: string) =>
  `Texts don't reach ${who}: ${reason}. Call them, or use the console.`

export const notSent = (who: string, reason: string) => `Not sent to ${who}: ${reason}.`

export const passing = (count: number) =>
  `${count > 0 ? 'Passed on. ' : ''}For an hour, your texts go to the business as a customer's. Reply DONE to end.`

export const STILL_PASSING = "Your texts still go to the business as a customer's. Reply DONE to end."

export const NO_LONGER_PASSING = "Your texts no longer go to a business as a customer's. Nothing was sent."

/** Returns the offer of times; `isCoded`: the choice must name the alert. */
export function timesFor(
  who: string,
  code: string,
  { kind, minutes }: { kind: string; minutes: number },
  labels: readonly string[],
  isCoded: boolean,
): string {
  const times = labels.map((label, index) => `${index + FIRST_TIME}: ${label}`).join('\n')
  const numbers = timeNumbers(labels.length, isCoded ? code : null)
  return `Times for ${who}, ${kind} of ${minutes} minutes:\n${times}\nReply ${choices(numbers)} within 15 minutes to book, or DONE to leave it.`
}

const choices = (numbers: readonly string[]) =>
  numbers.length < 2 ? numbers.join('') : `${numbers.slice(0, -1).join(', ')} or ${numbers.at(-1)}`

export const timesOver = (who: string, code: string) =>
  `The times for ${who} are no longer offered. Nothing was booked. Reply 3 ${code} for new ones.`

export const nothingBooked = (who: string) => `Nothing was booked for ${full(who)}`

/** Returns that a text chose no time, and how to do that. */
export const chooseTime = (who: string, code: string, count: number) =>
  `${nothingBooked(who)} Reply ${choices(timeNumbers(count, code))} for one of the times, or DONE to leave it.`

/** Returns what chooses each offered time; a null code is left out. */
const timeNumbers = (count: number, code: string | null): string[] =>
  Array.from({ length: count }, (_, index) => [index + FIRST_TIME, code].filter(Boolean).join(' '))

export const leftTimes = (who: string) => `Done. Nothing was booked for ${full(who)}`

export const noTimes = (who: string) => `There is no free time to offer ${full(who)} Book in the console.`

export const cannotBook = (who: string) =>
  `${who} can't be booked by text: a detail is missing. Book in the console.`

export const hasCall = (who: string, when: string) => `${who} already has an appointment: ${when}.`

export const booked = (who: string, when: string, told: readonly string[]) => {
  const ways = told.map((each) => (each === 'sms' ? 'text' : each)).join(' and ')
  const confirmation = ways
    ? `They get the confirmation by ${ways}.`
    : 'Nobody confirms it: please tell them.'
  return `Booked for ${who}: ${when}. ${confirmation}`
}

export const TO_STOP = ' To get no more texts, reply STOP.'

export const UNKNOWN = 'We could not pass on your text.'

export const TOO_MANY =
  'Your text was not passed on: your phone has sent too many today. Go on in the console; until tomorrow, your texts here reach nobody.'

export const OVER_LIMIT =
  'Your business has reached its limit of texts for today, so yours reach no phone. Go on in the console, where nothing is lost.'

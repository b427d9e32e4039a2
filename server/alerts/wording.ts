import { nameParts } from '../../src/domain/common/name-parts.ts'
import { firstName } from '../../src/domain/conversations/first-name.ts'
import { holderName } from '../../src/domain/conversations/standing.ts'
import { isNamed, whoOf } from '../../src/domain/conversations/who.ts'
import { inText, linesInText } from '../notifications/compose/fit-text.ts'
import { cut } from '../notifications/compose/words.ts'

const NAME_LENGTH = 40
const QUOTE_LENGTH = 160
/** The most alerts that a question lists. */
const MOST_LISTED = 6

/** Returns how texts to members call a visitor: `Jane D.`, or `Visitor from Dublin`. */
export function shortName(conversation: Parameters<typeof whoOf>[0]): string {
  const who = whoOf(conversation)
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
  const named = (word: string) => (isCoded ? `${word} ${code}` : word)
  const take = `${named('TAKE')} to write yourself`
  const first = suggestion === null ? [] : [`${named('1')} to send the suggested reply`]
  const third = isBookable ? [`${named('3')} to book`] : []
  const options = [...first, ...third, take]
  const how = `Reply ${listed(options)}.`
  return suggestion === null ? how : `${how}\nSuggested reply:\n${suggestion}`
}

const listed = (options: readonly string[]) =>
  options.length < 3 ? options.join(' or ') : `${options.slice(0, -1).join(', ')}, or ${options.at(-1)}`

/** An alert in a question. */
export interface Listed {
  code: string
  who: string
  /** Why it is no longer open, as a sentence; null if it is. */
  isOver: string | null
}

/** Returns the question which alert a text means. */
export function whichOne(alerts: readonly Listed[], isCustomer: boolean): string {
  const open = alerts.filter(({ isOver }) => isOver === null)
  const pass = isCustomer ? ' To text a business as its customer, reply PASS.' : ''
  if (open.length === 0) {
    const over = alerts.slice(0, MOST_LISTED).map(({ isOver }) => isOver)
    return `${over.join(' ') || 'No alert waits for your answer.'} Nothing was sent.${pass}`
  }
  const shown = open.slice(0, MOST_LISTED).map(({ code, who }) => `${code}: ${who}`)
  const more = open.length > MOST_LISTED ? `, and ${open.length - MOST_LISTED} more in the inbox` : ''
  const [{ code } = { code: '' }] = open
  return `Which one? ${full(`${shown.join(', ')}${more}`)} Reply with the code: 1 ${code} for the suggested reply, 3 ${code} to book, TAKE ${code} to write yourself. Nothing was sent.${pass}`
}

export const unknownCode = (code: string) => `No alert has the code ${code}.`

export const sent = (who: string, content: string | null) =>
  content === null ? `Sent to ${full(who)}` : `Sent to ${who}: ${content}`

export const taking = (who: string) =>
  `You write to ${who} now. Each text from you goes to ${who}, and the answers come to you. Reply DONE to end. It also ends after an hour without a text.`

export const alreadyTaking = (who: string) => `You write to ${who} already. Reply DONE to end.`

export const ended = (who: string) =>
  `Done. Your texts no longer go to ${full(who)} The conversation stays yours in the inbox.`

export const over = (who: string, code: string) =>
  `You no longer write to ${full(who)} Your text was not sent. Reply TAKE ${code} to go on.`

export const taken = (who: string, by: string) => `${by} has already handled ${full(who)}`

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

export const GONE = 'This conversation is no longer there. Nothing was sent.'

export const passing = (count: number) =>
  `${count > 0 ? 'Passed on. ' : ''}For an hour, your texts go to the business as a customer's. Reply DONE to end.`

export const NO_LONGER_PASSING = "Your texts no longer go to a business as a customer's. Nothing was sent."

/** Returns the offer of times; `isCoded`: the choice must name the alert. */
export function timesFor(
  who: string,
  code: string,
  { kind, minutes }: { kind: string; minutes: number },
  labels: readonly string[],
  isCoded: boolean,
): string {
  const times = labels.map((label, index) => `${index + 1}: ${label}`).join('\n')
  const numbers = labels.map((_, index) => (isCoded ? `${index + 1} ${code}` : `${index + 1}`))
  return `Times for ${who}, ${kind} of ${minutes} minutes:\n${times}\nReply ${choices(numbers)} within 15 minutes to book, or DONE to leave it.`
}

const choices = (numbers: readonly string[]) =>
  numbers.length < 2 ? numbers.join('') : `${numbers.slice(0, -1).join(', ')} or ${numbers.at(-1)}`

export const timesOver = (who: string, code: string) =>
  `The times for ${who} are no longer offered. Nothing was booked. Reply 3 ${code} for new ones.`

export const chooseTime = (who: string) => `Nothing was booked for ${full(who)}`

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

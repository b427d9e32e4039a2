import {
  ESCALATION_PERSON,
  type Person,
  type UnconfirmedRecipient,
} from '../../contract/notification-settings.ts'
import { exactTime } from '../time/exact-time.ts'
import { statusOf } from './status.ts'

const ON_ITS_WAY = new Set([null, 'queued'])

/** Returns what became of the last code, as a sentence. */
export function codeText(recipient: UnconfirmedRecipient, now: Date, timeZone?: string): string {
  const { problem, code_status: status, code_reason: reason, code_due_at, code_sent_at } = recipient
  if (problem) return ended(problem)
  if (isCodeOnItsWay(recipient)) return 'The code is on its way.'
  if (status === 'queued') {
    const waiting = statusOf({ status, reason, due_at: code_due_at }, now, timeZone).text
    return ended(`The code is ${lower(waiting)}`)
  }
  if (status === 'failed' || status === 'canceled') {
    return ended(`The code was not sent${reason ? `: ${reason}` : ''}`)
  }
  return code_sent_at ? `The code was sent on ${exactTime(code_sent_at, timeZone)}.` : 'The code was sent.'
}

/** Returns whether a code is about to be sent: it was just requested, and nothing delays it. */
export const isCodeOnItsWay = ({
  problem,
  code_status,
  code_due_at,
  code_reason,
}: UnconfirmedRecipient): boolean =>
  problem === null && code_due_at === null && code_reason === null && ON_ITS_WAY.has(code_status)

/** Returns whether a code waits, for example for the morning. A request sends it at once. */
export const isCodeHeld = ({ code_status, code_due_at }: UnconfirmedRecipient): boolean =>
  code_status === 'queued' && code_due_at !== null

/** Returns what a recipient gets until the confirmation, as a sentence. */
export function alertsText({ alerts_until }: UnconfirmedRecipient, timeZone?: string): string {
  return alerts_until
    ? `Notifications are still sent there until ${exactTime(alerts_until, timeZone)}.`
    : 'No notifications are sent there until then.'
}

/** Returns which of a person's addresses are not confirmed. The escalation contact's address is in the profile. */
export function unconfirmedOf(
  person: Person,
  escalationEmail: string | null,
  unconfirmed: readonly UnconfirmedRecipient[],
): UnconfirmedRecipient[] {
  const email = person.id === ESCALATION_PERSON ? escalationEmail : person.email
  const own = [email, person.sms_consent ? person.phone : null].map((each) => each?.trim().toLowerCase())
  return unconfirmed.filter(({ address }) => own.includes(address.toLowerCase()))
}

const ended = (text: string) => text.replace(/\.?$/, '.')

const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** Returns why a text is not a code, or null if it could be one. */
export const codeProblem = (text: string): string | null =>
  /^\d{8}$/.test(text.replace(/[\s-]/g, '')) ? null : 'Enter the 8 digits of the code.'

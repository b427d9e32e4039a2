import type { AppointmentKind } from '../../src/contract/appointments.ts'
import { LIMITS } from '../../src/contract/limits.ts'
import { cutText } from '../../src/domain/common/cut-text.ts'
import { derivedId } from '../base/ids.ts'
import { callTimesOf } from '../bookings/call-times.ts'
import { bookedStart } from '../calendars/booking-status.ts'
import { refreshForBooking } from '../calendars/sources.ts'
import { slotLabel, slotSentence, wallSlot } from '../call-times/slots.ts'
import { lastSaidPosition, messagesOf, positionsIn } from '../conversations/messages.ts'
import { BY_TEXT } from '../conversations/texted.ts'
import { type Change, MOVED_ON, post, take } from '../conversations/write.ts'
import type { OfferedSlots } from '../db/schema.ts'
import { HttpError } from '../http/http-error.ts'
import type { Deps } from '../kernel/deps.ts'
import { changeLead, leadRow } from '../leads/write.ts'
import { whyNotAnswered } from '../notifications/unwanted.ts'
import { readProfile } from '../profiles/stored-profile.ts'
import { pickSlots } from './pick-slots.ts'
import type { OwnAlert } from './store.ts'
import { suggestReply } from './suggest.ts'
import * as words from './wording.ts'

/** What a number does next. */
export type NextTalk =
  | { mode: 'reply' | 'slots'; alert: OwnAlert; slots?: OfferedSlots }
  | { mode: 'customer' }
  | null

/** What an answer has led to, to be stored with the text to the member. */
export interface Outcome {
  say: string | null
  /** Missing if the number goes on as before. */
  talk?: NextTalk
  /** The alert with which this number is done. */
  close?: OwnAlert
  /** The alert that is handled for everybody. */
  handle?: OwnAlert
  /** The alert that suggests another reply from now on. */
  renew?: { alert: OwnAlert; position: number; suggestion: string | null }
}

/** An answer to an alert. */
export interface AlertAnswer {
  alert: OwnAlert
  /** Twilio's ID of the text. */
  sid: string
  text: string
  /** Whether further answers must name the alert. */
  isCoded: boolean
}

const changeOf = ({ row, member }: OwnAlert, now: Date): Change => ({
  organizationId: row.organization_id,
  conversationId: row.conversation_id,
  member,
  now,
})

const detailsOf = (error: HttpError) =>
  (error.details ?? {}) as { taken_by_name?: string | null; taken_by?: string; moved_on?: boolean }

/** Returns why a change to a conversation was rejected, for the member. Throws what a retry may solve. */
function rejected(error: unknown, who: string): Outcome {
  if (!(error instanceof HttpError) || error.status >= 500) throw error
  const { taken_by: by, taken_by_name: name = null } = detailsOf(error)
  if (by !== undefined) return { say: words.takenOver(words.colleague(name), who), talk: null }
  if (error.status === 404) return { say: words.GONE, talk: null }
  return { say: `${error.message}. Nothing was sent to ${who}.` }
}

/** Returns whether this text was posted before, by an attempt that was interrupted. */
const wasPosted = async ({ db }: Deps, { alert, sid }: AlertAnswer): Promise<boolean> =>
  (await positionsIn(db, alert.row.conversation_id, 'person', sid)).known !== null

const postAs = (deps: Deps, { alert, sid }: AlertAnswer, content: string, position?: number) =>
  post(deps, changeOf(alert, deps.clock()), { client_id: sid, message_type: 'outgoing', content }, position)

/** Sends the suggested reply exactly as the alert has shown it, unless the conversation has moved on. */
export async function send(deps: Deps, answer: AlertAnswer): Promise<Outcome> {
  const { alert } = answer
  const { who, code, over, row } = alert
  const { suggestion } = row
  if (suggestion !== null && (await wasPosted(deps, answer))) return sentReply(alert, suggestion)
  if (over !== null) return { say: over.why, talk: null, close: alert }
  if (row.closed_at !== null) return { say: words.dealtWith(who, code) }
  if (suggestion === null) return { say: words.noSuggestion(who, code) }
  const reason = await whyNotTexted(deps, alert)
  if (reason !== null) return { say: words.notSent(who, reason) }
  try {
    await postAs(deps, answer, suggestion, row.position)
    return sentReply(alert, suggestion)
  } catch (error) {
    if (error instanceof HttpError && detailsOf(error).moved_on === MOVED_ON.moved_on)
      return movedOn(deps, alert)
    return { ...rejected(error, who), talk: null }
  }
}

const sentReply = (alert: OwnAlert, suggestion: string): Outcome => ({
  say: words.sent(alert.who, suggestion),
  talk: null,
  close: alert,
  handle: alert,
})

/** Returns why a reply would not reach a visitor who gets texts; null if it would, or if the visitor reads the chat. */
async function whyNotTexted(deps: Deps, { row, leadId }: OwnAlert): Promise<string | null> {
  const { organization_id, conversation_id } = row
  const conversation = await deps.db
    .selectFrom('conversations')
    .select(['channel', 'text_phone'])
    .where('id', '=', conversation_id)
    .executeTakeFirst()
  if (!conversation || !BY_TEXT.includes(conversation.channel) || conversation.text_phone === null)
    return null
  const to = { recipient: conversation.text_phone, lead_id: leadId }
  return whyNotAnswered(deps, { organization_id, conversation_id, ...to })
}

/** Returns what was said in a conversation after a position. */
const saidSince = ({ db }: Deps, { row }: OwnAlert, position: number) =>
  messagesOf(db, row.conversation_id)
    .where('message_type', '<>', 'note')
    .where('position', '>', position)
    .execute()

/** Tells what was said since the alert, and suggests a reply to it if it was the visitor. */
async function movedOn(deps: Deps, alert: OwnAlert): Promise<Outcome> {
  const { who, code, row } = alert
  const position = await lastSaidPosition(deps.db, row.conversation_id)
  const said = await saidSince(deps, alert, row.position)
  const written = said.findLast(({ author }) => author === 'visitor')
  const last = said.at(-1)
  const by = last?.author === 'agent' ? 'The agent' : words.colleague(last?.author_name ?? null)
  const since = written ? words.hasWritten(who, written.content) : words.hasAnswered(by, who)
  const suggestion = written ? await suggestReply(deps, row.organization_id, row.conversation_id) : null
  return {
    say: words.movedOn(who, code, since, suggestion),
    talk: null,
    renew: { alert, position, suggestion },
  }
}

/**
 * Takes the conversation over, so that further texts from the number are replies. `held`: the alert whose visitor the
 * number has written to until now.
 */
export async function takeAlert(deps: Deps, { alert }: AlertAnswer, held: OwnAlert | null): Promise<Outcome> {
  const { who, over, takenBy, member, row } = alert
  const isMine = takenBy === member.userId
  if (held === alert && isMine) return { say: words.alreadyTaking(who), talk: { mode: 'reply', alert } }
  // What this number is done with can be taken up again.
  const isRefused = over !== null && over.is !== 'not waiting' && !isMine && row.closed_at === null
  if (isRefused) return { say: over.why, talk: null, close: alert }
  const reason = await whyNotTexted(deps, alert)
  if (reason !== null) return { say: words.notReached(who, reason) }
  try {
    await take(deps, changeOf(alert, deps.clock()))
    const last = (await saidSince(deps, alert, row.position)).at(-1)
    const since = last?.author === 'visitor' ? words.hasWritten(who, last.content) : null
    const aside = held !== alert && held?.takenBy === member.userId ? held : null
    return { say: words.taking(who, since, aside), talk: { mode: 'reply', alert } }
  } catch (error) {
    return { ...rejected(error, who), talk: null }
  }
}

/** Sends a text as a reply in the conversation that the number has taken over. */
export async function reply(deps: Deps, answer: AlertAnswer): Promise<Outcome> {
  const { alert, text } = answer
  const { who, code, takenBy, member } = alert
  const go = { mode: 'reply', alert } as const
  if (await wasPosted(deps, answer)) return { say: words.sent(who, null), talk: go }
  if (takenBy !== member.userId) return { say: words.notYours(who, code), talk: null }
  const reason = await whyNotTexted(deps, alert)
  if (reason !== null) return { say: words.notSent(who, reason), talk: go }
  try {
    await postAs(deps, answer, cutText(text.trim(), LIMITS.message))
    return { say: words.sent(who, null), talk: go }
  } catch (error) {
    return rejected(error, who)
  }
}

/** Offers times for an appointment with the alert's lead. */
export async function offerTimes(deps: Deps, answer: AlertAnswer, first = ''): Promise<Outcome> {
  const { alert, isCoded } = answer
  const { who, code, over, leadId, row } = alert
  if (over !== null) return { say: over.why, talk: null, close: alert }
  if (leadId === null) return { say: words.cannotBook(who), talk: null }
  const { organization_id: organizationId } = row
  const { timezone } = await readProfile(deps.db, organizationId)
  const now = deps.clock()
  const call = await upcomingCall(deps, organizationId, leadId)
  if (call) return { say: words.hasCall(who, slotSentence(call, timezone, 'en', now)), talk: null }
  await refreshForBooking(deps, organizationId)
  const found = await callTimesOf(deps, organizationId, leadId)
  const { kind, minutes, needs_address: isMissingAddress, times } = found
  if (isMissingAddress || kind === null || minutes === null) {
    return { say: words.cannotBook(who), talk: null }
  }
  const starts = pickSlots(times.map((time) => wallSlot(new Date(time), timezone)))
  if (starts.length === 0) return { say: `${first}${words.noTimes(who)}`, talk: null }
  const labels = starts.map((start) => slotLabel(start, timezone, 'en', now))
  const position = await lastSaidPosition(deps.db, row.conversation_id)
  const slots = { starts: starts.map((start) => start.toISOString()), kind, minutes, position }
  return {
    say: `${first}${words.timesFor(who, code, { kind, minutes }, labels, isCoded)}`,
    talk: { mode: 'slots', alert, slots },
  }
}

async function upcomingCall(
  { db, clock }: Deps,
  organizationId: string,
  leadId: string,
): Promise<Date | null> {
  const lead = await leadRow(db, organizationId, leadId).executeTakeFirst()
  const start = lead ? bookedStart(lead) : null
  return start !== null && new Date(start) > clock() ? new Date(start) : null
}

/** Books one of the offered times as the console does, if it is still free. */
export async function bookSlot(
  deps: Deps,
  answer: AlertAnswer,
  slots: OfferedSlots | null,
  index: number,
): Promise<Outcome> {
  const { alert, sid } = answer
  const { who, leadId, row, member } = alert
  const start = slots?.starts[index]
  if (!slots || start === undefined || leadId === null) {
    return offerTimes(deps, answer, `${words.nothingBooked(who)} `)
  }
  const { organization_id: organizationId } = row
  const call = await upcomingCall(deps, organizationId, leadId)
  if (call?.toISOString() !== start) {
    if (call || alert.over !== null) return offerTimes(deps, answer)
    const said = slots.position === undefined ? [] : await saidSince(deps, alert, slots.position)
    const written = said.findLast(({ author }) => author === 'visitor')
    if (written) {
      const since = words.hasWritten(who, written.content)
      return offerTimes(deps, answer, `${since} ${words.nothingBooked(who)} `)
    }
    await refreshForBooking(deps, organizationId)
    const { times } = await callTimesOf(deps, organizationId, leadId)
    if (!times.includes(start)) return offerTimes(deps, answer, 'That time is no longer free. ')
  }
  const appointment = { kind: slots.kind as AppointmentKind, minutes: slots.minutes }
  const bookingId = derivedId('booking', `${leadId} ${sid}`)
  try {
    await changeLead(
      deps,
      { organizationId, userId: member.userId },
      leadId,
      {},
      {
        note: { path: '', text: undefined },
        readAt: undefined,
        wish: { kind: 'book', start: new Date(start), bookingId, appointment },
      },
    )
  } catch (error) {
    if (!(error instanceof HttpError) || error.status >= 500) throw error
    return offerTimes(deps, answer, `${error.message}. `)
  }
  const { timezone } = await readProfile(deps.db, organizationId)
  const { confirmed_by: told } = await callTimesOf(deps, organizationId, leadId)
  const when = slotSentence(new Date(start), timezone, 'en', deps.clock())
  return { say: words.booked(who, when, told), talk: null, close: alert, handle: alert }
}

import type { CallOutcome } from '../../src/contract/calls.ts'
import { type AgentState, readState } from '../agent/state.ts'
import { slotSentence } from '../call-times/slots.ts'
import { publishChanged } from '../conversations/changed.ts'
import { noteOf, positionsIn, storeMessages } from '../conversations/messages.ts'
import type { Deps } from '../kernel/deps.ts'
import { businessForVisitor } from '../profiles/business.ts'
import { type CallState, readCallState } from './call-state.ts'
import type { Call } from './calls.ts'

type Store = Pick<Deps, 'db' | 'clock' | 'events'>

const LABELS = { phone: 'phone number', email: 'email', address: 'address' } as const

/**
 * Ends a call: stores how it ended, and a note with what the caller said but never confirmed. Returns the outcome; null
 * if the call was over before.
 */
export async function finishCall(
  { db, clock, events }: Store,
  { id }: Pick<Call, 'id'>,
  seconds: number | null,
): Promise<CallOutcome | null> {
  const now = clock()
  const { outcome, notify } = await db.transaction().execute(async (tx) => {
    const place = await tx
      .selectFrom('calls')
      .select('conversation_id')
      .where('id', '=', id)
      .executeTakeFirst()
    if (!place) return { outcome: null }
    // In the order of an answer, which stores the call last.
    const conversation = await tx
      .selectFrom('conversations')
      .select(['id', 'organization_id', 'status', 'unread', 'state', 'is_test'])
      .where('id', '=', place.conversation_id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    const call = await tx
      .selectFrom('calls')
      .selectAll()
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!call) return { outcome: null }
    const state = readCallState(call.state)
    const agent = readState(conversation.state)
    const ended = outcomeOf(state, agent)
    const { organization_id: organizationId, is_test: isTest } = conversation
    const { timezone } = await businessForVisitor(tx, { organizationId, isTest }, now)
    await tx
      .updateTable('calls')
      .set({
        ended_at: now,
        seconds: seconds ?? Math.round((call.active_at.getTime() - call.started_at.getTime()) / 1_000),
        outcome: ended,
        summary: ended === 'abandoned' ? null : summaryOf(state, agent, timezone),
        ticket_hash: null,
      })
      .where('id', '=', id)
      .execute()
    const open = openFacts(state)
    if (open.length > 0) {
      const { count } = await positionsIn(tx, conversation.id, 'agent', '')
      const text = `Said on the phone, but not confirmed: ${open.join(', ')}.`
      await storeMessages(tx, conversation, count, now, [noteOf('agent', text)])
    }
    return { outcome: ended, notify: await publishChanged(tx, events, conversation) }
  })
  notify?.()
  return outcome
}

function outcomeOf({ hasBooked, count, transfer }: CallState, { vendor }: AgentState): CallOutcome {
  if (hasBooked) return 'booked'
  if (transfer === 'ringing' || transfer === 'accepted') return 'transferred'
  if (count === 0) return 'abandoned'
  return vendor ? 'spam' : 'message'
}

/** Returns what the caller said and has not confirmed. */
const openFacts = ({ unconfirmed, open }: CallState): string[] =>
  [...open, ...unconfirmed]
    .filter(({ value }) => value !== '')
    .map(({ fact, value }) => `${LABELS[fact]} ${value}`)

/** Returns what a call was about, in a sentence or two for members. */
function summaryOf(state: CallState, { known, booked }: AgentState, timezone: string | null): string {
  const need = known.service_needs ?? known.service_additional_info
  const about = [
    `${known.name ?? 'The caller'} called${need ? ` about ${need}` : ''}${known.address ? ` at ${known.address}` : ''}.`,
    booked === null ? '' : `Booked: ${slotSentence(new Date(booked), timezone)}.`,
    ...openFacts(state).map((each) => `Not confirmed: ${each}.`),
  ]
  return about.filter((each) => each !== '').join(' ')
}

import { agrees, saysBareNo } from '../agent/schedule/intents.ts'
import { proposeSlot } from '../agent/schedule/offer.ts'
import type { AgentContext, AgentState } from '../agent/state.ts'
import type { Turn } from '../agent/turn.ts'
import { type CallState, READ_BACK, type ReadBackFact } from './call-state.ts'
import { spokenPieces } from './ear/pieces.ts'
import { sayOnPhone } from './texts.ts'

/** How often a fact is asked for, and how often it is read back. After that, the team checks it. */
const MOST_TRIES = 2
const MOST_READ = 3
const WRONG = { phone: 'wrongPhone', email: 'wrongEmail', address: 'wrongAddress' } as const

/** An answer on the phone: the turn with what is said now, and the call's state after it. */
export interface Answer {
  turn: Turn
  call: CallState
}

/** The conversation before a message of the caller. */
export interface Talk {
  call: CallState
  /** The caller's number as people write it; null if unknown. */
  phone: string | null
  before: AgentState
  context: AgentContext
}

type Write = (before: AgentState, content: string) => Promise<Turn>

/**
 * Answers a caller. What the agent says is what it writes in a chat, except that a phone number, an email address, and an
 * address are read back before they are stored, and that a time is booked only after the caller has heard the whole
 * question about it. Words that interrupt a question never confirm it.
 */
export async function answerCaller(talk: Talk, content: string, write: Write): Promise<Answer> {
  // A question that has not been said yet can't be answered.
  const call = talk.call.rest.length > 0 ? interrupted(talk.call) : talk.call
  const before = withCaller(talk)
  const [open] = call.unconfirmed
  if (open && call.asks === 'fact') {
    const answer = answerReadback({ ...talk, call, before }, open, content)
    if (answer) return answer
  }
  const given = call.unconfirmed.filter(({ value }) => value !== '')
  const pending = Object.fromEntries(given.map(({ fact, value }) => [fact, value]))
  const turn = await write({ ...before, known: { ...before.known, ...pending } }, content)
  return checked({ ...talk, call, before }, turn)
}

/** Who calls has given their number that way. */
const withCaller = ({ before, phone }: Talk): AgentState =>
  before.known.phone === null && phone !== null ? { ...before, known: { ...before.known, phone } } : before

/** Handles a yes or a bare no to what was read back. Returns null for any other answer, which the agent reads. */
function answerReadback(
  { call, before }: Talk,
  { fact, value, tries }: CallState['unconfirmed'][number],
  content: string,
): Answer | null {
  const isYes = agrees(content)
  if (!isYes && !saysBareNo(content)) return null
  // A question that was interrupted is asked again.
  if (isYes && call.last?.isCut) return readBack(call, before)
  const others = call.unconfirmed.slice(1)
  if (isYes) {
    const state = { ...before, known: { ...before.known, [fact]: value } }
    return afterReadback({ ...call, unconfirmed: others }, state)
  }
  if (tries >= MOST_TRIES) {
    const left = { ...call, unconfirmed: others, open: [...call.open, { fact, value }] }
    return afterReadback(left, before, sayOnPhone(before.language, 'leftOpen'))
  }
  const state = { ...before, asked: { topic: fact, tries: 1, question: null } }
  const next = { ...call, unconfirmed: [{ fact, value: '', tries }, ...others], asks: null }
  return said(next, state, [sayOnPhone(before.language, WRONG[fact])])
}

/** Reads the next fact back, or continues with the answer that was held back. */
function afterReadback(call: CallState, state: AgentState, lead?: string): Answer {
  const { language } = state
  if (call.unconfirmed.length > 0) return readBack(call, state, lead)
  const { held } = call
  const replies =
    held.length > 0
      ? [lead ?? sayOnPhone(language, 'confirmed'), ...held]
      : lead
        ? [lead]
        : [sayOnPhone(language, 'anythingElse')]
  return proposed(call, said({ ...call, held: [], asks: null }, state, replies))
}

function readBack(call: CallState, state: AgentState, lead?: string): Answer {
  const [first] = call.unconfirmed
  if (!first) return afterReadback(call, state, lead)
  const question = sayOnPhone(state.language, first.fact, { value: first.value })
  return said({ ...call, asks: 'fact' }, state, [...(lead ? [lead] : []), question])
}

/** Returns an answer that the agent doesn't give itself. */
function said(call: CallState, state: AgentState, replies: readonly string[]): Answer {
  const turn = {
    state,
    stated: [],
    extracted: state.known,
    booking: null,
    quickReplies: [],
    needs: null,
    trace: null,
  }
  return spokenTurn({ ...turn, replies: [...replies] }, call)
}

/** Holds back what a turn stores or books without the caller's confirmation, and asks for it. */
function checked({ call, before, context }: Talk, turn: Turn): Answer {
  if (turn.booking?.kind === 'book' && !isConfirmed(call, turn.booking.start)) {
    const state = structuredClone({ ...before, asked: { topic: 'slot' as const, tries: 1, question: null } })
    const question = proposeSlot(context, state, turn.booking.start)
    return proposed(call, said({ ...call, asks: 'time' }, state, [question]))
  }
  const learned = unconfirmedIn(turn.state, before, call)
  const heard = learned.filter(({ tries }) => tries <= MOST_READ)
  const known = { ...turn.state.known }
  for (const { fact } of learned) known[fact] = before.known[fact]
  const state = { ...turn.state, known }
  const rest: CallState = {
    ...call,
    unconfirmed: heard,
    open: [...call.open, ...learned.filter(({ tries }) => tries > MOST_READ)],
    held: [],
    asks: null,
    hasBooked: call.hasBooked || turn.booking?.kind === 'book',
  }
  const kept = { ...turn, state, extracted: known }
  const [first] = heard
  if (!first) return proposed(rest, spokenTurn(kept, rest))
  const question = sayOnPhone(state.language, first.fact, { value: first.value })
  // What a caller in danger must do can't wait.
  const isUrgent = turn.needs === 'emergency' || turn.needs === 'danger' || turn.booking !== null
  const replies = isUrgent ? [...turn.replies, question] : [question]
  return spokenTurn({ ...kept, replies }, { ...rest, asks: 'fact', held: isUrgent ? [] : turn.replies })
}

/** Returns whether the caller was asked about a time and has heard the whole question. */
const isConfirmed = ({ proposal }: CallState, start: Date) =>
  proposal?.isHeard === true && Date.parse(proposal.start) === start.getTime()

/** Returns the facts that a turn has learned, and those that still wait for their confirmation. */
function unconfirmedIn(after: AgentState, before: AgentState, call: CallState): CallState['unconfirmed'] {
  const waiting = new Map(call.unconfirmed.map((each) => [each.fact, each]))
  return READ_BACK.flatMap((fact: ReadBackFact) => {
    const value = after.known[fact]
    if (value === null || value === before.known[fact]) return []
    return [{ fact, value, tries: (waiting.get(fact)?.tries ?? 0) + 1 }]
  })
}

/** Notes that a turn asks about a time that the last one didn't ask about. */
function proposed(before: CallState, { turn, call }: Answer): Answer {
  const start = turn.state.proposed
  if (start === null) return { turn, call: { ...call, proposal: null } }
  if (start === before.proposal?.start && before.proposal.isHeard && call.asks !== 'time')
    return { turn, call: { ...call, proposal: before.proposal } }
  return { turn, call: { ...call, asks: 'time', proposal: { start, isHeard: true } } }
}

/** Returns a turn with what is said of it now; the call's state keeps the rest. */
function spokenTurn(turn: Turn, call: CallState): Answer {
  const { language } = turn.state
  const [first = sayOnPhone(language, 'anythingElse'), ...rest] = spokenPieces(turn.replies, language)
  return { turn: { ...turn, replies: [first], quickReplies: [] }, call: { ...call, rest } }
}

/** Returns a call's state after the caller has heard only a part of what was said last. */
export const interrupted = (call: CallState): CallState => ({
  ...call,
  last: call.last && { ...call.last, isCut: true },
  proposal: call.asks === 'time' && call.proposal ? { ...call.proposal, isHeard: false } : call.proposal,
})

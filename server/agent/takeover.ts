import { CONTACT_AFTER_ALL, DELETION } from '../../src/domain/leads/agent-notes.ts'
import { promiseNoContact, warnOnce } from './handoff.ts'
import { wantsContact } from './no-contact.ts'
import { noteOnce, quoteVisitor, shareNotes } from './notes.ts'
import { type ParsedMessage, parseMessage } from './parse-message.ts'
import { readText, writtenText } from './read-text.ts'
import { CANT_WAIT, hintsAtDanger, isOfMinor, MAY_BE_DANGEROUS, THREATENING } from './safety.ts'
import type { AgentContext, AgentState } from './state.ts'
import { learn } from './state-tracking.ts'
import { saySafety } from './texts/safety.ts'
import type { Turn } from './turn.ts'
import { wishes } from './wishes/wishes.ts'

/**
 * Returns the agent's turn while a person answers. The agent learns what the visitor says so that it doesn't ask for it
 * later; its earlier question is no longer open. It replies only to a danger, because the person may be away.
 */
export function observe(context: AgentContext, previous: AgentState, message: string): Turn {
  const state = silenced(previous)
  const text = readText(message)
  if (isOfMinor(text)) state.minor = true
  const parsed = parseMessage(text, state, context.business)
  if (!state.minor) learn(state, text, parsed)
  followWish(state, parsed, text)
  const { replies, needs } = alarmIn(parsed, context, state, text)
  const { services } = context.business
  quoteVisitor(state, previous.notes.length, { read: text, written: writtenText(message), services })
  shareNotes(state)
  return {
    state,
    replies,
    stated: [],
    extracted: state.known,
    booking: null,
    quickReplies: [],
    needs,
    trace: null,
  }
}

/** Notes whether a visitor asks not to be contacted, or to be contacted after all. */
function followWish(state: AgentState, parsed: ParsedMessage, text: string): void {
  if (parsed.acts.has('stop') || parsed.acts.has('delete')) {
    promiseNoContact(state)
    if (parsed.acts.has('delete')) noteOnce(state, DELETION)
  } else if (state.noContact && wantsContact(parsed, text)) {
    state.noContact = false
    noteOnce(state, CONTACT_AFTER_ALL + text)
  }
}

/** Returns what to say to a message about a danger or about what can't wait, and why the person must see it. */
function alarmIn(
  { danger, acts }: ParsedMessage,
  context: AgentContext,
  state: AgentState,
  text: string,
): Pick<Turn, 'replies' | 'needs'> {
  if (danger !== null && THREATENING.has(danger)) return warnOnce(danger, context, state, text)
  if (danger !== null) return { replies: [], needs: null }
  if (!state.said.isOver && hintsAtDanger(text)) {
    noteOnce(state, `${MAY_BE_DANGEROUS}: ${text}`)
    const isFirst = !state.said.soft
    state.said.soft = (state.said.soft ?? 0) + 1
    return { replies: isFirst ? [saySafety(state.language, 'soft')] : [], needs: 'danger' }
  }
  if (acts.has('vendor') || acts.has('job') || !wishes('urgent', text)) return { replies: [], needs: null }
  noteOnce(state, `${CANT_WAIT}: ${text}`)
  return { replies: [], needs: 'urgent' }
}

/** Lets the agent continue after a team member named `helper`. */
export const continueAfter = (previous: AgentState, helper: string | null): AgentState => ({
  ...silenced(previous),
  helper: helper ?? 'a person of the team',
})

const silenced = (previous: AgentState): AgentState => ({
  ...structuredClone(previous),
  asked: null,
  offered: [],
})

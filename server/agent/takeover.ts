import { wantsContact } from './no-contact.ts'
import { parseMessage } from './parse-message.ts'
import { readText } from './read-text.ts'
import { isOfMinor } from './safety.ts'
import type { AgentState, Business } from './state.ts'
import { learn } from './state-tracking.ts'
import type { Turn } from './turn.ts'

/**
 * Returns the agent's turn while a person answers. The agent doesn't reply, but it learns what the visitor says so that
 * it doesn't ask for it later. Its earlier question is no longer open.
 */
export function observe(business: Business, previous: AgentState, message: string): Turn {
  const state = silenced(previous)
  const text = readText(message)
  if (isOfMinor(text)) state.minor = true
  const parsed = parseMessage(text, state, business)
  if (!state.minor) learn(state, text, parsed)
  if (parsed.acts.has('stop') || parsed.acts.has('delete')) state.noContact = true
  else if (wantsContact(parsed, text)) state.noContact = false
  return {
    state,
    replies: [],
    stated: [],
    extracted: state.known,
    booking: null,
    quickReplies: [],
    needs: null,
    trace: null,
  }
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

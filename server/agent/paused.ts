import type { Handoff } from './handoff.ts'
import { noteOnce } from './notes.ts'
import { callbackTime } from './phrases.ts'
import type { AgentContext, AgentState } from './state.ts'
import { say } from './texts/dialogue.ts'
import { voiceOf } from './texts/voices.ts'
import { nextTopic } from './topics.ts'
import { sayPassedOn } from './vary.ts'

/** The minimum number of words in a message that is worth a note. */
const FEWEST_WORDS = 3

/** Returns the first message of a paused agent. */
export function pausedGreeting(context: AgentContext, state: AgentState): string {
  state.said.paused = 1
  const when = callbackTime(context, state.language)
  return say(state.language, 'pausedGreeting', { business: context.business.name, when })
}

/**
 * Takes a message while the owner has paused the agent: notes it for the team, and asks for contact details and a name.
 * `isNew` is whether the message contains new facts.
 */
export function takeMessage(context: AgentContext, state: AgentState, text: string, isNew: boolean): Handoff {
  const { language, said, known } = state
  const isFirst = !said.paused
  said.paused = 1
  const isMessage = text.split(' ').length >= FEWEST_WORDS
  if (isMessage) noteOnce(state, `Message: ${text}`)
  if (!isMessage && !isNew && !isFirst) {
    return { reply: voiceOf(context.business.tone)(language, 'welcome'), next: 'same', needs: null }
  }
  const reply = isFirst ? say(language, 'pausedNoted') : sayPassedOn(state)
  const isReachable = Boolean(known.phone || known.email)
  const promise = isReachable ? say(language, 'backToYou', { when: callbackTime(context, language) }) : ''
  const next = nextTopic({ ...state, handoff: true }, context.business, () => false)
  return { reply: reply + promise, next, needs: 'message' }
}

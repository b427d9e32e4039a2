import { IN_WORDS } from '../../src/domain/leads/agent-notes.ts'
import { isNameInScript, languageOf } from './language.ts'
import { noteOnce } from './notes.ts'
import type { AgentState } from './state.ts'
import { FOREIGN, type Foreign } from './texts/foreign.ts'
import { sayManners } from './texts/manners.ts'

const known = (code: string | null): Foreign | null =>
  code !== null && Object.hasOwn(FOREIGN, code) ? (code as Foreign) : null

/** Returns the language of a message if the agent doesn't speak it. A name in another script isn't in its language. */
function foreignIn({ asked, foreign }: AgentState, text: string): Foreign | null {
  if (asked?.topic === 'name' && !foreign && isNameInScript(text)) return null
  return known(languageOf(text))
}

/** Returns whether a message is in a language that the agent doesn't speak. */
export const isForeign = (state: AgentState, text: string) => foreignIn(state, text) !== null

/**
 * Returns the reply to a visitor who writes in a language that the agent doesn't speak: a request for contact details,
 * or thanks. Returns null for other visitors. Asks for the name in `state` and adds a note for the owner.
 */
export function answerForeign(state: AgentState, text: string): string | null {
  const written = foreignIn(state, text)
  const code = written ?? known(state.foreign)
  if (!code) return null
  const { name, ask, thanks } = FOREIGN[code]
  const isNew = noteOnce(state, `Writes in ${name}`)
  if (written) noteOnce(state, IN_WORDS + text)
  state.foreign = code
  state.asked = state.known.name ? null : { topic: 'name', tries: 1, question: null }
  if (state.known.phone || state.known.email) return thanks
  return isNew ? `${ask} (${sayManners('en', 'languages').split('. ', 1)[0]}.)` : ask
}

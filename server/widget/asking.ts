import type { ConversationStatus } from '../../src/contract/conversations.ts'
import { controlFor } from '../agent/control.ts'
import type { AgentState } from '../agent/state.ts'
import type { Holder } from '../conversations/standing.ts'
import type { Deps } from '../kernel/deps.ts'

/** Returns the form control for the agent's question, unless a person answers or the chat is closed, and the language. */
export const askingOf = (
  { config }: Pick<Deps, 'config'>,
  state: AgentState,
  { holder, status }: { holder: Holder | null; status: ConversationStatus },
) => ({
  control: holder || status === 'closed' ? null : controlFor(state, Boolean(config.maps)),
  language: state.language,
})

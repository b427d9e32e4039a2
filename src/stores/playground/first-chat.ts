import { playChat } from '../../api/agent-check.ts'
import { type CheckedChat, EVENING_CHAT } from '../../contract/agent-check.ts'
import { orNull } from '../base/query/optional.ts'
import { requireAccount } from '../base/session/account.ts'

export { $offersFirstChat, closeFirstChat } from '../onboarding/first-chat.ts'

type Messages = CheckedChat['messages']

const play = orNull(playChat)

/**
 * Returns what the agent says to a visitor who writes at 9 PM, with the saved settings. Nothing is stored. Returns null
 * if the API has no such chat.
 */
export async function playFirstChat(): Promise<Messages | null> {
  return (await play(requireAccount().organizationId, EVENING_CHAT))?.messages ?? null
}

import type { Deps } from '../kernel/deps.ts'
import { linesInText } from '../notifications/compose/fit-text.ts'
import { draftFor } from '../saved-replies/draft.ts'
import { QUOTED } from './wording.ts'

/** The most characters of a suggestion, so that its reader sees all of it. */
const LONGEST = 600

/** Returns a reply to a conversation, exactly as a text shows it; null if nothing answers it, or if it is too long. */
export async function suggestReply(
  deps: Deps,
  organizationId: string,
  conversationId: string,
): Promise<string | null> {
  try {
    const draft = linesInText((await draftFor(deps, organizationId, conversationId)) ?? '', QUOTED)
    return draft !== '' && draft.length <= LONGEST ? draft : null
  } catch (error) {
    deps.log.warn({ err: error }, 'no reply could be suggested for an alert')
    return null
  }
}

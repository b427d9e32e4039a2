import { computed, type ReadableAtom } from 'nanostores'
import { $lead } from '../leads/page.ts'
import { threadQuery } from './thread-query.ts'
import { $unsentMessages, type UnsentMessage } from './unsent.ts'

/** The current lead's conversation with its state and notes; idle if there is none, null if the API has no inbox. */
export const $leadThread = threadQuery(computed($lead, ({ lead }) => lead?.conversation_id || null))

const NONE: readonly UnsentMessage[] = []

/** The user's unsent messages to the current lead, if its conversation has been erased. */
export const $strandedMessages: ReadableAtom<readonly UnsentMessage[]> = computed(
  [$unsentMessages, $lead, $leadThread],
  (all, { lead }, { status, data }) => {
    const isErased = lead && (status === 'idle' || data === null)
    return isErased ? all.filter(({ leadId }) => leadId === lead.id) : NONE
  },
)

import { computed, type ReadableAtom } from 'nanostores'
import { type Inbox, type InboxConversation, MOST_COUNTED, WAITING } from '../../contract/conversations.ts'
import { inOrderOfNeed } from '../../domain/conversations/state.ts'
import { organizationQuery, type QueryState } from '../base/query/query.ts'
import { readInbox } from './read.ts'

/** The conversations that need a person, and the counts of all conversations; null if the API has no conversations. */
export const $waiting: ReadableAtom<QueryState<Inbox | null>> = organizationQuery<Inbox | null>({
  kind: 'waiting',
  read: (organizationId, signal) => readInbox(organizationId, WAITING, signal),
})

/** Whether the API has conversations; true until known. */
export const $hasConversations: ReadableAtom<boolean> = computed($waiting, ({ data }) => data !== null)

/** The number of conversations that need a person or have unread messages, at most `MOST_COUNTED`. */
export const $waitingCount: ReadableAtom<number> = computed($waiting, ({ data }) => {
  if (!data) return 0
  const read = data.conversations.filter(({ unread }) => unread === 0).length
  return Math.min(MOST_COUNTED, data.unread + read)
})

/** The conversations that need a person, in the order in which to answer them. */
export const $needing: ReadableAtom<readonly InboxConversation[]> = computed($waiting, ({ data }) =>
  inOrderOfNeed(data?.conversations ?? []),
)

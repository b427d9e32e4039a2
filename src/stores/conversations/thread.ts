import {
  fetchTranscript,
  postClose,
  postHandBack,
  postRead,
  postTakeOver,
  removeConversation,
  type WrittenConversation,
} from '../../api/conversations.ts'
import type { InboxThread } from '../../contract/conversations.ts'
import { saveFile } from '../../platform/page/download.ts'
import { markLeadsStale } from '../leads/refresh.ts'
import { changeCached, markStale } from '../query/query.ts'
import { onOwnerLeft, requireOwner } from '../session/owner.ts'
import { refreshConversation } from './refresh.ts'
import { forgetReply } from './reply-draft.ts'
import type { Thread } from './thread-query.ts'
import { keepWritten } from './written.ts'

export { type Thread, threadOf } from './thread-query.ts'

type Write = (organizationId: string, id: string) => Promise<WrittenConversation>

const change = (write: Write) => async (id: string) => {
  const { organizationId } = requireOwner()
  try {
    await keepWritten(organizationId, id, { conversation: await write(organizationId, id) })
  } catch (error) {
    refreshConversation(organizationId, id)
    throw error
  }
}

/** Answers instead of the agent, or of the member who answers. */
export const takeOverConversation = change((organizationId, id) =>
  postTakeOver(organizationId, id, { take: true }),
)

/** Lets the agent answer again. */
export const handBackConversation = change(postHandBack)

/** Closes a conversation until someone writes again. */
export const closeConversation = change(postClose)

/** The last position up to which each conversation was marked as read in this tab. */
const read = new Map<string, number>()
onOwnerLeft(() => read.clear())

/** Marks all messages of a displayed conversation as read. A failure leaves them unread. */
export async function markThreadRead({ conversation, messages }: InboxThread): Promise<void> {
  const { id, unread } = conversation
  const position = messages.findLast(({ author }) => author === 'visitor')?.position
  if (unread === 0 || position === undefined || position <= (read.get(id) ?? -1)) return
  const { organizationId } = requireOwner()
  read.set(id, position)
  try {
    await keepWritten(organizationId, id, { conversation: await postRead(organizationId, id, position) })
  } catch {
    read.delete(id)
  }
}

/** Saves a conversation as a file: its text, or all its data. */
export async function exportThread(id: string, kind: 'text' | 'json'): Promise<void> {
  const { organizationId } = requireOwner()
  const { transcript, ...data } = await fetchTranscript(organizationId, id)
  if (kind === 'text') saveFile(`conversation-${id}.txt`, 'text/plain', transcript)
  else saveFile(`conversation-${id}.json`, 'application/json', JSON.stringify(data, null, 2))
}

/** Erases a conversation for good. Its lead stays. */
export async function eraseThread(id: string): Promise<void> {
  const owner = requireOwner()
  await removeConversation(owner.organizationId, id)
  forgetReply(owner, id)
  const { organizationId } = owner
  await changeCached<Thread>(organizationId, 'thread', (thread, of) => (of === id ? null : thread))
  // The lead no longer has a conversation.
  markLeadsStale(organizationId)
  markStale(organizationId, 'conversation', 'inbox')
}

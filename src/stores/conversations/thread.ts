import {
  fetchTranscript,
  postClose,
  postHandBack,
  postRead,
  postTakeOver,
  removeConversation,
  removeVisitor,
  type WrittenConversation,
} from '../../api/conversations.ts'
import { removeLead } from '../../api/leads.ts'
import type { Inbox, InboxConversation, InboxThread } from '../../contract/conversations.ts'
import type { SentChange } from '../../domain/outbox/outbox.ts'
import { now } from '../../platform/clock.ts'
import { saveFile } from '../../platform/page/download.ts'
import { orNull } from '../base/query/optional.ts'
import { changeCached } from '../base/query/query.ts'
import { refetchAfter, STALE_AFTER } from '../base/query/stale.ts'
import { type Account, onAccountLeft, requireAccount } from '../base/session/account.ts'
import { forgetDraft } from '../leads/drafts.ts'
import { settleLeads } from '../leads/sending.ts'
import { refreshConversation } from './refresh-conversation.ts'
import { forgetReply } from './reply-draft.ts'
import type { Thread } from './thread-query.ts'
import { forgetTranslations } from './translation.ts'
import { keepWritten } from './written.ts'

export { type Thread, threadOf } from './thread-query.ts'

type Write = (organizationId: string, id: string) => Promise<WrittenConversation>

const change = (write: Write) => async (id: string) => {
  const { organizationId } = requireAccount()
  try {
    await keepWritten(organizationId, id, { conversation: await write(organizationId, id) })
  } catch (error) {
    refreshConversation(organizationId, id)
    throw error
  }
}

/** Lets the user answer instead of the agent or another member. */
export const takeOverConversation = change((organizationId, id) =>
  postTakeOver(organizationId, id, { take: true }),
)

/** Lets the agent answer again. */
export const handBackConversation = change(postHandBack)

/** Closes a conversation until someone writes again. */
export const closeConversation = change(postClose)

/** The last position up to which each conversation was marked as read in this tab. */
const read = new Map<string, number>()
onAccountLeft(() => read.clear())

/** Marks all messages of a displayed conversation as read. A failure leaves them unread. */
export async function markThreadRead({ conversation, messages }: InboxThread): Promise<void> {
  const { id, unread } = conversation
  const position = messages.findLast(({ author }) => author === 'visitor')?.position
  if (unread === 0 || position === undefined || position <= (read.get(id) ?? -1)) return
  const { organizationId } = requireAccount()
  read.set(id, position)
  try {
    await keepWritten(organizationId, id, { conversation: await postRead(organizationId, id, position) })
  } catch {
    read.delete(id)
  }
}

/** Saves a conversation as a file: its text, or all its data. */
export async function exportThread(id: string, kind: 'text' | 'json'): Promise<void> {
  const { organizationId } = requireAccount()
  const { transcript, ...data } = await fetchTranscript(organizationId, id)
  if (kind === 'text') saveFile(`conversation-${id}.txt`, 'text/plain', transcript)
  else saveFile(`conversation-${id}.json`, 'application/json', JSON.stringify(data, null, 2))
}

/** Permanently erases a conversation but keeps its lead, even if it has already been erased. */
export async function eraseThread(id: string): Promise<void> {
  const account = requireAccount()
  await orNull(removeConversation)(account.organizationId, id)
  await forgetThread(account, id)
  // The lead no longer has a conversation.
  refetchAfter(account.organizationId, 'leads-changed')
}

/** Permanently erases a conversation and its lead, even if the conversation has already been erased. */
export async function eraseVisitor({
  id,
  lead_id: leadId,
}: Pick<InboxConversation, 'id' | 'lead_id'>): Promise<void> {
  const account = requireAccount()
  const { organizationId } = account
  const isGone = (await orNull(removeVisitor)(organizationId, id)) === null
  // If someone has erased only the conversation, its lead is still there.
  if (isGone && leadId) await orNull(removeLead)(organizationId, leadId)
  await forgetThread(account, id)
  if (leadId) forgetDraft(account, leadId)
  const leadGone: SentChange[] = leadId
    ? [{ change: { type: 'delete', leadId }, madeAt: now().toISOString(), lead: null }]
    : []
  await settleLeads(organizationId, leadGone)
}

/** Removes an erased conversation from this device. */
async function forgetThread(account: Account, id: string): Promise<void> {
  const { organizationId } = account
  forgetReply(account, id)
  forgetTranslations(id)
  await changeCached<Thread>(organizationId, 'thread', (thread, of) => (of === id ? null : thread))
  for (const kind of STALE_AFTER['conversations-changed']) {
    await changeCached<Inbox | null>(
      organizationId,
      kind,
      (list) => list && { ...list, conversations: list.conversations.filter((listed) => listed.id !== id) },
    )
  }
  refetchAfter(organizationId, 'conversation-erased')
}

import { computed, type ReadableAtom } from 'nanostores'
import { fetchInbox } from '../../api/conversations.ts'
import { type Inbox, type InboxConversation, type InboxQuery, TESTS } from '../../contract/conversations.ts'
import { withoutDeleted } from '../../domain/conversations/deleted.ts'
import { whoOf } from '../../domain/conversations/who.ts'
import { preventReloadDuring } from '../../platform/page/page-reload.ts'
import { $overlay } from '../base/outbox/overlay.ts'
import { organizationQuery } from '../base/query/query.ts'
import type { Account } from '../base/session/account.ts'
import { REMOVAL_DELAY } from '../leads/changes.ts'
import { forgetDraft } from '../leads/drafts.ts'
import { submitChange } from '../leads/sending.ts'
import { $hasTestChats } from './inbox.ts'
import { forgetReply } from './reply-draft.ts'

const $query = computed($hasTestChats, (hasTests): InboxQuery | null => (hasTests ? TESTS : null))

const $tests = organizationQuery<Inbox, InboxQuery>({
  kind: 'test-chats',
  $input: $query,
  read: readAll,
})

/** Reads every page, up to one with other conversations, which an API returns that doesn't know the query. */
async function readAll(organizationId: string, signal: AbortSignal, query: InboxQuery): Promise<Inbox> {
  const conversations: InboxConversation[] = []
  let page = await fetchInbox(organizationId, query, signal)
  for (;;) {
    conversations.push(...page.conversations)
    const { cursor } = page
    if (cursor === null || !page.conversations.every(({ is_test }) => is_test))
      return { ...page, conversations }
    page = await fetchInbox(organizationId, { ...query, cursor }, signal)
  }
}

/** The test chats that can be deleted together, without those that are being deleted. */
export const $testChats: ReadableAtom<readonly InboxConversation[]> = computed(
  [$tests, $overlay],
  ({ data }, changes) => withoutDeleted(data?.conversations ?? [], changes).filter(({ is_test }) => is_test),
)

/**
 * Deletes test chats and their leads. The deletion can be undone for `REMOVAL_DELAY`, as in `deleteLead`.
 */
export async function deleteTestChats(
  account: Account | null,
  chats: readonly InboxConversation[],
): Promise<void> {
  await preventReloadDuring(() =>
    Promise.all(
      chats.map(async (chat) => {
        const { id: conversationId, lead_id } = chat
        const change = {
          type: 'chat-delete',
          leadId: lead_id ?? '',
          conversationId,
          name: whoOf(chat),
        } as const
        await submitChange(account, change, REMOVAL_DELAY)
        if (!account) return
        forgetReply(account, conversationId)
        if (lead_id) forgetDraft(account, lead_id)
      }),
    ),
  )
}

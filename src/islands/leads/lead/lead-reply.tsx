import type { InboxThread } from '../../../contract/conversations.ts'
import { replyOnly } from '../../../stores/conversations/reply-draft.ts'
import { ReplyBox } from '../../conversations/reply-box.tsx'
import { ThreadBar } from '../../conversations/thread-bar.tsx'
import { UnsentList, useUnsent } from '../../conversations/unsent-list.tsx'

/** Replies in the conversation of a lead whose history is above. */
export default function LeadReply({ thread: { conversation, messages } }: { thread: InboxThread }) {
  const waiting = useUnsent(conversation.id, messages)
  return (
    <>
      <ThreadBar conversation={conversation} />
      <div className="messages">
        <UnsentList messages={waiting} draftId={replyOnly(conversation.id)} />
      </div>
      <ReplyBox conversation={conversation} isReplyOnly />
    </>
  )
}

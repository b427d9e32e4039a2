import { useStore } from '@nanostores/react'
import type { InboxThread } from '../../../contract/conversations.ts'
import { $strandedMessages } from '../../../stores/conversations/lead-thread.ts'
import { replyOnly } from '../../../stores/conversations/reply-draft.ts'
import { ReplyBox } from '../../conversations/reply-box.tsx'
import { ThreadBar } from '../../conversations/thread-bar.tsx'
import { UnsentList, useUnsent } from '../../conversations/unsent-list.tsx'

/**
 * The reply field for a lead's conversation, whose history is shown above. If `thread` is null, shows the unsent
 * messages that the erased conversation no longer accepts.
 */
export default function LeadReply({ thread }: { thread: InboxThread | null }) {
  return thread ? <Reply thread={thread} /> : <StrandedMessages />
}

function Reply({ thread: { conversation, messages, visitor } }: { thread: InboxThread }) {
  const waiting = useUnsent(conversation.id, messages)
  return (
    <>
      <ThreadBar conversation={conversation} visitor={visitor} />
      <div className="messages">
        <UnsentList messages={waiting} draftId={replyOnly(conversation.id)} />
      </div>
      <ReplyBox conversation={conversation} visitor={visitor} isReplyOnly />
    </>
  )
}

function StrandedMessages() {
  const messages = useStore($strandedMessages)
  return (
    <div className="messages">
      <UnsentList messages={messages} />
    </div>
  )
}

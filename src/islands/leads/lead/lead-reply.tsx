import type { InboxThread } from '../../../contract/conversations.ts'
import { ReplyBox } from '../../conversations/reply-box.tsx'
import { ThreadBar } from '../../conversations/thread-bar.tsx'
import { UnsentMessages } from '../../conversations/unsent-list.tsx'

/** Replies in the conversation of a lead whose history is above. */
export default function LeadReply({ thread }: { thread: InboxThread }) {
  return (
    <>
      <ThreadBar conversation={thread.conversation} />
      <div className="messages">
        <UnsentMessages thread={thread} />
      </div>
      <ReplyBox conversation={thread.conversation} isReplyOnly />
    </>
  )
}

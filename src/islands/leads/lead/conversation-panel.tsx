import { useStore } from '@nanostores/react'
import { useMemo } from 'react'
import type { Message } from '../../../contract/leads.ts'
import { shownMessage } from '../../../domain/conversations/shown.ts'
import { FAILURES, failureOf } from '../../../stores/base/failures.ts'
import { $leadThread, $strandedMessages } from '../../../stores/conversations/lead-thread.ts'
import { $conversation } from '../../../stores/leads/page.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FailureNote, FailurePanel } from '../../../ui/failure-panel.tsx'
import { useFailureToast } from '../../../ui/toast.tsx'
import { Messages } from '../../conversations/messages.tsx'
import { ThreadView } from '../../conversations/thread.tsx'
import { UnsentList } from '../../conversations/unsent-list.tsx'

/**
 * The conversation of the current lead, with its own error state. Without an inbox, the messages come from the API call
 * in section 7, which every API supports.
 */
export default function ConversationPanel() {
  const { status, data, error, isFetching, refetch } = useStore($conversation, { ssr: 'initial' })
  const thread = useStore($leadThread, { ssr: 'initial' })
  const stranded = useStore($strandedMessages, { ssr: 'initial' })
  const failure = error && { ...failureOf('conversation', error), isRetrying: isFetching, onRetry: refetch }
  useFailureToast(FAILURES.conversation, data ? null : error)
  if (thread.data) {
    return (
      <ThreadView key={thread.data.conversation.id} thread={thread.data} customer="Customer">
        {failure && <FailureNote {...failure} />}
      </ThreadView>
    )
  }
  if (status === 'failed' && failure) return <FailurePanel {...failure} />
  if (status === 'loading' || thread.status === 'loading')
    return <p className="muted">Loading conversation…</p>
  return (
    <>
      {failure && <FailureNote {...failure} />}
      <History messages={data?.messages ?? []} />
      <div className="messages">
        <UnsentList messages={stranded} />
      </div>
    </>
  )
}

function History({ messages }: { messages: readonly Message[] }) {
  const shown = useMemo(() => messages.map(shownMessage), [messages])
  if (messages.length === 0) {
    return (
      <EmptyState
        title="No messages found"
        text="What the visitor and your agent write shows up here. A lead that was added by hand has no messages."
      />
    )
  }
  return <Messages messages={shown} />
}

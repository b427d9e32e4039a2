import { useStore } from '@nanostores/react'
import type { Message } from '../../contract/leads.ts'
import { exactTime } from '../../domain/exact-time.ts'
import { failureOf } from '../../stores/failures.ts'
import { $conversation } from '../../stores/lead-page.ts'
import { FailureNote, FailurePanel } from '../../ui/failure-panel.tsx'

/** The message history of the lead on the page; it fails for itself. */
export function ConversationPanel() {
  const { status, data, error, isFetching, refetch } = useStore($conversation, { ssr: 'initial' })
  const failure = error && { ...failureOf('conversation', error), isRetrying: isFetching, onRetry: refetch }
  return (
    <section className="card conversation" aria-label="Conversation">
      <h3>Conversation</h3>
      {status === 'loading' && <p className="muted">Loading conversation…</p>}
      {status === 'failed' && failure && <FailurePanel {...failure} />}
      {status === 'ready' && failure && <FailureNote {...failure} />}
      {(status === 'ready' || status === 'idle') && <Messages messages={data?.messages ?? []} />}
    </section>
  )
}

function Messages({ messages }: { messages: readonly Message[] }) {
  if (messages.length === 0) return <p className="muted">No messages found</p>
  return (
    <ol className="messages">
      {messages.map((message) => (
        <li key={message.id} data-from={message.message_type === 'incoming' ? 'customer' : 'agent'}>
          <p className="muted">
            {message.message_type === 'incoming' ? 'Customer' : 'Agent'} ·{' '}
            <time dateTime={message.created_at}>{exactTime(message.created_at)}</time>
          </p>
          <p className="message-text">{message.content}</p>
        </li>
      ))}
    </ol>
  )
}

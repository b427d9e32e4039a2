import './conversation-panel.css'
import { useStore } from '@nanostores/react'
import { useLayoutEffect, useRef, useState } from 'react'
import type { Message } from '../../../contract/leads.ts'
import { conversationDays, senderOf, timeOfDay } from '../../../domain/conversations/days.ts'
import { exactTime } from '../../../domain/time/exact-time.ts'
import { $conversation } from '../../../stores/leads/page.ts'
import { FAILURES, failureOf } from '../../../stores/shell/failures.ts'
import { $now } from '../../../stores/shell/time.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FailureNote, FailurePanel } from '../../../ui/failure-panel.tsx'
import { useFailureToast } from '../../../ui/toast.tsx'

/** The message history of the current lead, with its own error state. */
export default function ConversationPanel() {
  const { status, data, error, isFetching, refetch } = useStore($conversation, { ssr: 'initial' })
  const failure = error && { ...failureOf('conversation', error), isRetrying: isFetching, onRetry: refetch }
  useFailureToast(FAILURES.conversation, data ? null : error)
  if (status === 'loading') return <p className="muted">Loading conversation…</p>
  if (status === 'failed' && failure) return <FailurePanel {...failure} />
  return (
    <>
      {failure && <FailureNote {...failure} />}
      <Messages messages={data?.messages ?? []} />
    </>
  )
}

/** Scrolls to the latest message, also when a new one arrives. */
function Messages({ messages }: { messages: readonly Message[] }) {
  const now = useStore($now)
  const box = useRef<HTMLElement>(null)
  const latest = messages.at(-1)?.id
  useLayoutEffect(() => {
    if (latest) box.current?.scrollTo({ top: box.current.scrollHeight })
  }, [latest])
  if (messages.length === 0) {
    return (
      <EmptyState
        title="No messages found"
        text="What the visitor and your agent write shows up here. A lead that was added by hand has no messages."
      />
    )
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <section className="messages" ref={box} aria-label="Messages" tabIndex={0}>
      {conversationDays(messages, now).map(({ label, messages: ofDay }) => (
        <div className="messages-day" key={ofDay[0]?.id}>
          {label && <h2>{label}</h2>}
          <ol>
            {ofDay.map((message) => (
              <OneMessage key={message.id} message={message} />
            ))}
          </ol>
        </div>
      ))}
    </section>
  )
}

function OneMessage({ message }: { message: Message }) {
  const [isExact, setExact] = useState(false)
  const sender = senderOf(message)
  return (
    <li data-from={sender.toLowerCase()}>
      <p className="message-head muted">
        {sender}
        {message.created_at && (
          <button type="button" aria-pressed={isExact} title="Exact time" onClick={() => setExact(!isExact)}>
            <time dateTime={message.created_at}>
              {isExact ? exactTime(message.created_at) : timeOfDay(message.created_at)}
            </time>
          </button>
        )}
      </p>
      <p className="message-text">{message.content}</p>
    </li>
  )
}

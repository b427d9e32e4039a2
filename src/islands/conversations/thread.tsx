import './thread.css'
import { useStore } from '@nanostores/react'
import { type ReactNode, useCallback, useMemo } from 'react'
import type { InboxThread } from '../../contract/conversations.ts'
import { shownThread } from '../../domain/conversations/shown.ts'
import { needsPerson } from '../../domain/conversations/state.ts'
import { receiptOf } from '../../domain/conversations/visitor.ts'
import { whoOf } from '../../domain/conversations/who.ts'
import { FAILURES, failureOf } from '../../stores/base/failures.ts'
import { markThreadRead, threadOf } from '../../stores/conversations/thread.ts'
import { translationsIn } from '../../stores/conversations/translation.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailureNote, FailurePanel } from '../../ui/failure-panel.tsx'
import { useFailureToast } from '../../ui/toast.tsx'
import { CallList } from './call-list.tsx'
import { Messages } from './messages.tsx'
import { ReplyBox } from './reply-box.tsx'
import { ThreadBar } from './thread-bar.tsx'
import { ThreadTranslation } from './thread-translation.tsx'
import { Typing } from './typing.tsx'
import { UnsentList, useUnsent } from './unsent-list.tsx'

interface Props {
  id: string
  /** What follows once the conversation doesn't need a person. */
  next?: ReactNode
  /** Called after the user has erased the conversation. */
  onErased?: () => void
}

/**
 * One conversation: its messages, who replies to it, and the field for replies and notes. Fills the height of its
 * container.
 */
export default function Thread({ id, next, onErased }: Props) {
  const $thread = useMemo(() => threadOf(id), [id])
  const { status, data, error, isFetching, refetch } = useStore($thread)
  const failure = error && { ...failureOf('conversation', error), isRetrying: isFetching, onRetry: refetch }
  useFailureToast(FAILURES.conversation, data ? null : error)
  if (data) {
    return (
      <ThreadView key={id} thread={data} next={next} {...(onErased && { onErased })}>
        {failure && <FailureNote {...failure} />}
      </ThreadView>
    )
  }
  if (data === null) {
    return <NotFound id={id} />
  }
  if (status === 'failed' && failure) return <FailurePanel {...failure} />
  return <p className="muted">Loading conversation…</p>
}

/** A notice that the conversation is missing. Also lists the user's unsent messages. */
function NotFound({ id }: { id: string }) {
  const waiting = useUnsent(id)
  return (
    <div className="messages">
      <EmptyState
        title="Conversation not found"
        text="It may have been erased. If it belongs to another organization, switch to that organization in the menu."
      />
      <UnsentList messages={waiting} />
    </div>
  )
}

interface ViewProps {
  thread: InboxThread
  /** How to refer to the visitor. Defaults to the visitor's name. */
  customer?: string
  next?: ReactNode
  onErased?: () => void
  /** Content above the messages. */
  children?: ReactNode
}

/** A loaded conversation. */
export function ThreadView({ thread, customer, next, onErased, children }: ViewProps) {
  const { conversation } = thread
  const name = customer ?? whoOf(conversation)
  const messages = useMemo(() => shownThread(thread, name), [thread, name])
  const waiting = useUnsent(conversation.id, thread.messages)
  const receipt = useMemo(() => receiptOf(thread.messages, thread.visitor), [thread])
  const { isShown, messages: translations } = useStore(
    useMemo(() => translationsIn(conversation.id), [conversation.id]),
  )
  const onSeen = useCallback(() => void markThreadRead(thread), [thread])
  return (
    <div className="thread">
      {children}
      <ThreadBar conversation={conversation} visitor={thread.visitor} {...(onErased && { onErased })} />
      <ThreadTranslation thread={thread} />
      {thread.calls && thread.calls.length > 0 && <CallList calls={thread.calls} />}
      <Messages
        messages={messages}
        translations={isShown ? translations : undefined}
        own={waiting.at(-1)?.message.client_id}
        receipt={receipt}
        onSeen={onSeen}
      >
        <UnsentList messages={waiting} draftId={conversation.id} />
        <Typing id={conversation.id} name={name} />
      </Messages>
      {!needsPerson(conversation) && next}
      <ReplyBox conversation={conversation} visitor={thread.visitor} />
    </div>
  )
}

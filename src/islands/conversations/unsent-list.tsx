import './messages.css'
import { useStore } from '@nanostores/react'
import { type MouseEvent, useMemo } from 'react'
import type { InboxMessage } from '../../contract/conversations.ts'
import { reasonOf } from '../../stores/base/failures.ts'
import { $user } from '../../stores/base/session/session.ts'
import {
  discardMessages,
  refusalOf,
  sendAgain,
  takeBack,
  type UnsentMessage,
  unsentIn,
} from '../../stores/conversations/reply.ts'
import { Button } from '../../ui/button.tsx'
import { useToast } from '../../ui/toast.tsx'

const STATES = { sending: 'Sending…', waiting: 'Waits to be sent', refused: 'Not sent' }

/** Returns the user's messages that aren't in the conversation yet. */
export function useUnsent(id: string, messages: readonly InboxMessage[] = []): readonly UnsentMessage[] {
  const unsent = useStore(useMemo(() => unsentIn(id), [id]))
  const sent = new Set(messages.map(({ client_id }) => client_id))
  return unsent.filter(({ message }) => !sent.has(message.client_id))
}

interface Props {
  messages: readonly UnsentMessage[]
  /** The id of the field's draft. Omitted without a field. */
  draftId?: string
}

/** The user's messages that the server doesn't have, because they are being sent, waiting, or rejected. */
export function UnsentList({ messages, draftId }: Props) {
  const user = useStore($user)
  const refused = messages.filter(({ state }) => state === 'refused')
  if (messages.length === 0) return null
  return (
    <div className="messages-unsent">
      <ol>
        {messages.map(({ message, state }) => {
          const isNote = message.message_type === 'note'
          return (
            <li key={message.client_id} data-from={isNote ? 'note' : 'person'} data-state={state}>
              <p className="message-head muted">
                <span className="message-sender" dir="auto">
                  {[isNote && 'Note', user?.name ?? 'You'].filter(Boolean).join(' · ')}
                </span>
                {STATES[state]}
              </p>
              <p className="message-text" dir="auto">
                {message.content}
              </p>
            </li>
          )
        })}
      </ol>
      <Refused messages={refused} {...(draftId !== undefined && { draftId })} />
    </div>
  )
}

/** Explains why messages were rejected, with the available actions. */
function Refused({ messages: refused, draftId }: Props) {
  const toast = useToast()
  const [first] = refused
  if (!first) return null
  const { text, again } = refusalOf(first)
  const send = async () => {
    try {
      await sendAgain(refused, { take: again === 'take' })
    } catch (error) {
      toast.error(reasonOf(error))
    }
  }
  const edit = ({ currentTarget }: MouseEvent, into: string) => {
    const field = currentTarget.closest('.thread, .composer')?.querySelector('textarea')
    takeBack(refused, into)
    field?.focus()
  }
  return (
    <div className="notice message-refused" role="alert">
      <span>
        <strong>Not sent.</strong> {text}
      </span>
      {again && (
        <Button quiet text={again === 'take' ? 'Reply anyway' : 'Retry'} onClick={() => void send()} />
      )}
      {draftId === undefined ? (
        <Button quiet text="Discard" onClick={() => discardMessages(refused)} />
      ) : (
        <Button quiet text="Edit" onClick={(event) => edit(event, draftId)} />
      )}
    </div>
  )
}

import '../../ui/composer.css'
import './thread.css'
import { useStore } from '@nanostores/react'
import { type FormEvent, type KeyboardEvent, memo, useId, useMemo, useRef, useState } from 'react'
import type { InboxConversation } from '../../contract/conversations.ts'
import { LIMITS } from '../../contract/limits.ts'
import { sendReply, signalTyping } from '../../stores/conversations/reply.ts'
import { keepReply, replyDraft } from '../../stores/conversations/reply-draft.ts'
import { $owner, type Owner } from '../../stores/session/owner.ts'
import { reasonOf } from '../../stores/shell/failures.ts'

interface Props {
  conversation: InboxConversation
  /** Offers no notes, where notes are about the lead. */
  isReplyOnly?: boolean
}

/** The field for replies and notes. What is typed stays on this device until it is sent. */
export function ReplyBox(props: Props) {
  const owner = useStore($owner)
  return owner && <Field key={props.conversation.id} owner={owner} {...props} />
}

function Field({ conversation, owner, isReplyOnly = false }: Props & { owner: Owner }) {
  const { id } = conversation
  const draft = useStore(useMemo(() => replyDraft(owner, id), [owner, id]))
  const field = useRef<HTMLTextAreaElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const isNote = draft.isNote && !isReplyOnly

  const send = async (event: FormEvent) => {
    event.preventDefault()
    const text = draft.text.trim()
    if (text === '' || isSaving) return
    setSaving(true)
    setProblem(null)
    try {
      await sendReply(conversation, { text, isNote })
      field.current?.focus()
    } catch (error) {
      setProblem(`The ${isNote ? 'note' : 'reply'} is not sent. ${reasonOf(error)}`)
    } finally {
      setSaving(false)
    }
  }

  const type = (text: string) => {
    keepReply(owner, id, { text })
    if (!isNote && text.trim() !== '') signalTyping(id)
  }

  return (
    <form
      className="composer reply-box"
      data-note={isNote || undefined}
      onSubmit={(event) => void send(event)}
    >
      {!isReplyOnly && <Kind owner={owner} id={id} isNote={isNote} />}
      <div className="composer-line">
        <textarea
          ref={field}
          className="field-box"
          rows={1}
          dir="auto"
          aria-label={isNote ? 'Note' : 'Reply'}
          enterKeyHint={isTouch() ? 'enter' : 'send'}
          maxLength={LIMITS.message}
          placeholder={isNote ? 'A note that only your team sees' : 'Reply to the visitor'}
          value={draft.text}
          onChange={(event) => type(event.target.value)}
          onKeyDown={sendOnEnter}
        />
        <button
          type="submit"
          className="button"
          disabled={isSaving || draft.text.trim() === ''}
          // The field keeps the focus, so that a phone's keyboard stays and the button does not move under the finger.
          onMouseDown={(event) => event.preventDefault()}
        >
          {isNote ? 'Add note' : 'Send'}
        </button>
      </div>
      {problem && (
        <p className="form-problem" role="alert">
          {problem}
        </p>
      )}
    </form>
  )
}

const isTouch = () => matchMedia('(pointer: coarse)').matches

/** Enter sends, Shift and Enter begins a line. A touch keyboard has no Shift for that. */
function sendOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  const { key, shiftKey, ctrlKey, metaKey, nativeEvent, currentTarget } = event
  if (key !== 'Enter' || shiftKey || nativeEvent.isComposing) return
  if (isTouch() && !ctrlKey && !metaKey) return
  event.preventDefault()
  currentTarget.form?.requestSubmit()
}

/** Renders apart from the text, because each rendering of radio buttons styles the page again. */
const Kind = memo(function Kind({ owner, id, isNote }: { owner: Owner; id: string; isNote: boolean }) {
  const name = useId()
  return (
    <fieldset className="composer-kind">
      <legend className="hidden-text">Write</legend>
      {[false, true].map((note) => (
        <label key={String(note)}>
          <input
            type="radio"
            name={name}
            checked={isNote === note}
            onChange={() => keepReply(owner, id, { isNote: note })}
          />
          {note ? 'Note' : 'Reply'}
        </label>
      ))}
    </fieldset>
  )
})

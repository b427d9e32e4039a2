import '../../ui/composer.css'
import './thread.css'
import { useStore } from '@nanostores/react'
import {
  type FormEvent,
  type KeyboardEvent,
  memo,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { InboxConversation, ThreadVisitor } from '../../contract/conversations.ts'
import { LIMITS } from '../../contract/limits.ts'
import { excess } from '../../domain/common/counted.ts'
import { absenceText } from '../../domain/conversations/visitor.ts'
import { whoOf } from '../../domain/conversations/who.ts'
import { reasonOf } from '../../stores/base/failures.ts'
import { $account, type Account } from '../../stores/base/session/account.ts'
import { $now } from '../../stores/base/time.ts'
import { sendReply, signalTyping } from '../../stores/conversations/reply.ts'
import { keepReply, replyDraft, replyOnly } from '../../stores/conversations/reply-draft.ts'
import { $hasNoReplyHelp } from '../../stores/conversations/saved-replies.ts'
import { runCommand } from '../../stores/palette/commands.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/failure-panel.tsx'
import { UNDO_TIME, useToast, withUndo } from '../../ui/toast.tsx'
import { ReplyHelp, SavedReplies } from './reply-help.tsx'

interface Props {
  conversation: InboxConversation
  visitor?: ThreadVisitor | null | undefined
  /** Hides the option to write notes, for places where notes are about the lead. */
  isReplyOnly?: boolean
}

/** The field for replies and notes. The draft stays on this device until it is sent. */
export function ReplyBox(props: Props) {
  const account = useStore($account)
  return account && <Field key={props.conversation.id} account={account} {...props} />
}

function Field({ conversation, visitor, account, isReplyOnly = false }: Props & { account: Account }) {
  const { id } = conversation
  const draftId = isReplyOnly ? replyOnly(id) : id
  const draft = useStore(useMemo(() => replyDraft(account, draftId), [account, draftId]))
  const field = useRef<HTMLTextAreaElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const { isNote } = draft
  const kind = isNote ? 'note' : 'reply'
  const over = excess(draft.text.trim(), LIMITS.message)

  const toast = useToast()
  const [isChoosing, setChoosing] = useState(false)
  const caret = useRef<number | null>(null)

  // Wait until the list has closed, because closing returns focus to the previous element.
  useLayoutEffect(() => {
    if (isChoosing || caret.current === null) return
    field.current?.focus()
    field.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  }, [isChoosing])

  const insert = (reply: string) => {
    const { selectionStart: from, selectionEnd: to } = field.current ?? { selectionStart: 0, selectionEnd: 0 }
    const text = draft.text.slice(0, from) + reply + draft.text.slice(to)
    caret.current = from + reply.length
    keepReply(account, draftId, { text })
    setChoosing(false)
  }

  const showDraft = (text: string) => {
    const before = replyDraft(account, draftId).get()
    keepReply(account, draftId, { text, isNote: false })
    field.current?.focus()
    if (before.text.trim() === '') return
    const undo = () => keepReply(account, draftId, before)
    toast.info({ content: withUndo('The draft replaced your text', undo), duration: UNDO_TIME })
  }

  const send = async (event: FormEvent) => {
    event.preventDefault()
    const text = draft.text.trim()
    if (text === '' || over !== null || isSaving) return
    setSaving(true)
    setProblem(null)
    try {
      await sendReply(conversation, { text, isNote, draftId })
      field.current?.focus()
    } catch (error) {
      setProblem(`The ${kind} was not sent. ${reasonOf(error)}`)
    } finally {
      setSaving(false)
    }
  }

  const type = (text: string) => {
    keepReply(account, draftId, { text })
    if (!isNote && text.trim() !== '') signalTyping(id)
  }

  return (
    <>
      <form
        className="composer reply-box"
        data-note={isNote || undefined}
        onSubmit={(event) => void send(event)}
      >
        <div className="reply-head">
          {!isReplyOnly && <Kind account={account} id={id} isNote={isNote} />}
          {!isNote && (
            <ReplyHelp conversationId={id} onOpenReplies={() => setChoosing(true)} onDraft={showDraft} />
          )}
        </div>
        {!isNote && <Absence conversation={conversation} visitor={visitor} />}
        <div className="composer-line">
          <textarea
            ref={field}
            className="field-box"
            rows={1}
            dir="auto"
            aria-label={isNote ? 'Note' : 'Reply'}
            enterKeyHint={isTouch() ? 'enter' : 'send'}
            placeholder={isNote ? 'A note that only your team sees' : 'Reply to the visitor'}
            value={draft.text}
            onChange={(event) => type(event.target.value)}
            onKeyDown={(event) => {
              const isSlash = event.key === '/' && draft.text === '' && !isNote && !$hasNoReplyHelp.get()
              if (!isSlash || event.nativeEvent.isComposing) return sendOnEnter(event)
              event.preventDefault()
              setChoosing(true)
            }}
          />
          <Button
            type="submit"
            text={isNote ? 'Add note' : 'Send'}
            disabled={isSaving || over !== null || draft.text.trim() === ''}
            // Keep focus in the field, so that the phone's keyboard stays open and the button doesn't move under the
            // finger.
            onMouseDown={(event) => event.preventDefault()}
          />
        </div>
        <ErrorText text={over ? `The ${kind} is ${over}.` : problem} />
      </form>
      {isChoosing && (
        <SavedReplies
          name={conversation.name}
          written={draft.text}
          onInsert={insert}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  )
}

/** What happens with a reply to a visitor who isn't at the chat. Renders nothing if the API doesn't say. */
function Absence({ conversation, visitor }: Pick<Props, 'conversation' | 'visitor'>) {
  const now = useStore($now)
  const text = absenceText(visitor, whoOf(conversation), now)
  return text && <p className="reply-absence muted">{text}</p>
}

const isTouch = () => matchMedia('(pointer: coarse)').matches

/** Sends on Enter. Shift+Enter inserts a line break. On touch keyboards, which can't do this, Enter doesn't send. */
function sendOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  const { key, shiftKey, ctrlKey, metaKey, nativeEvent, currentTarget } = event
  if (key !== 'Enter' || shiftKey || nativeEvent.isComposing) return
  if ((ctrlKey || metaKey) && currentTarget.value === '') runCommand('next-waiting')
  if (isTouch() && !ctrlKey && !metaKey) return
  event.preventDefault()
  currentTarget.form?.requestSubmit()
}

/** Memoized apart from the text, because each render of radio buttons recalculates the page's styles. */
const Kind = memo(function Kind({ account, id, isNote }: { account: Account; id: string; isNote: boolean }) {
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
            onChange={() => keepReply(account, id, { isNote: note })}
          />
          {note ? 'Note' : 'Reply'}
        </label>
      ))}
    </fieldset>
  )
})

import './saved-replies.css'
import { useStore } from '@nanostores/react'
import { type KeyboardEvent, useState } from 'react'
import type { SavedReply } from '../../contract/saved-replies.ts'
import { containsWords } from '../../domain/common/plain-text.ts'
import { fillPlaceholders } from '../../domain/conversations/placeholders.ts'
import { problemOf, reasonOf } from '../../stores/base/failures.ts'
import { $user } from '../../stores/base/session/session.ts'
import { $savedReplies, deleteReply } from '../../stores/conversations/saved-replies.ts'
import { $profile } from '../../stores/settings/profile.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, focus } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { UNDO_TIME, useToast, withReason, withUndo } from '../../ui/toast.tsx'
import { type EditedReply, SavedReplyForm } from './saved-reply-form.tsx'

export interface SavedRepliesProps {
  /** The visitor's name, or null if unknown. */
  name: string | null
  /** The text in the field, which the user can save. */
  written: string
  onInsert: (text: string) => void
  onClose: () => void
}

const SAMPLE = {
  title: 'Thanks for writing',
  text: 'Hi {{name}}, thanks for writing to {{business}}. When is a good time to come by? {{my_name}}',
}

/** Returns a short title for a text, taken from its first words. */
const titleOf = (text: string) => text.trim().split(/\s+/).slice(0, 4).join(' ').slice(0, 60)

/** The saved replies. The user can search and edit them, and insert them with the visitor's values filled in. */
export default function SavedReplies({ name, written, onInsert, onClose }: SavedRepliesProps) {
  const [edited, setEdited] = useState<EditedReply | null>(null)
  const replies = useStore($savedReplies)
  const add = () => setEdited({ title: titleOf(written), text: written.trim() })
  return (
    <Dialog
      title={edited ? (edited.id ? 'Edit saved reply' : 'New saved reply') : 'Saved replies'}
      className="phone-dialog saved-replies"
      closesOutside={!edited}
      onCancel={edited ? () => setEdited(null) : onClose}
    >
      {edited ? (
        <SavedReplyForm reply={edited} onDone={() => setEdited(null)} />
      ) : replies.data ? (
        <>
          <Choices replies={replies.data} name={name} onInsert={onInsert} onEdit={setEdited} />
          <Button
            quiet
            className="saved-replies-add"
            text={written.trim() === '' ? 'New saved reply' : 'Save this text as a reply'}
            onClick={add}
          />
        </>
      ) : (
        <NotLoaded
          problem={problemOf('savedReplies', replies)}
          text={
            replies.data === null ? 'This version of the API has no saved replies.' : 'Loading saved replies…'
          }
        />
      )}
    </Dialog>
  )
}

interface ChoicesProps {
  replies: readonly SavedReply[]
  name: string | null
  onInsert: (text: string) => void
  onEdit: (reply: EditedReply) => void
}

function Choices({ replies, name, onInsert, onEdit }: ChoicesProps) {
  const [search, setSearch] = useState('')
  const user = useStore($user)
  const { data: profile } = useStore($profile)
  const values = { name, business: profile?.business_name ?? null, my_name: user?.name ?? null }
  const found = replies.filter(({ title, text }) => containsWords(`${title} ${text}`, search))
  const insert = ({ text }: SavedReply) => onInsert(fillPlaceholders(text, values))

  if (replies.length === 0) {
    return (
      <EmptyState
        title="No saved replies yet"
        text="Save what you write often, and insert it with / in an empty reply. For example:"
      >
        <blockquote className="saved-replies-sample">{SAMPLE.text}</blockquote>
        <p className="muted">{`{{name}} becomes “${fillPlaceholders('{{name}}', values)}”.`}</p>
        <Button quiet text="Start with this sample" onClick={() => onEdit(SAMPLE)} />
      </EmptyState>
    )
  }
  return (
    <>
      <input
        className="field-box"
        type="search"
        data-autofocus
        ref={focus}
        aria-label="Search saved replies"
        placeholder="Search"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        onKeyDown={(event) => {
          moveByArrow(event)
          if (event.key !== 'Enter' || event.nativeEvent.isComposing || !found[0]) return
          event.preventDefault()
          insert(found[0])
        }}
      />
      {found.length === 0 && <p className="muted">No saved reply matches.</p>}
      <ul>
        {found.map((reply) => (
          <li key={reply.id}>
            <button
              type="button"
              className="saved-reply"
              onKeyDown={moveByArrow}
              onClick={() => insert(reply)}
            >
              <strong dir="auto">{reply.title}</strong>
              <span className="muted" dir="auto">
                {fillPlaceholders(reply.text, values)}
              </span>
            </button>
            <Button plain text="Edit" aria-label={`Edit ${reply.title}`} onClick={() => onEdit(reply)} />
            <Delete reply={reply} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Delete({ reply }: { reply: SavedReply }) {
  const toast = useToast()
  const fail = (text: string) => (error: unknown) =>
    toast.error({ content: withReason(text, reasonOf(error)) })
  const remove = async (list: Element | null) => {
    const restore = await deleteReply(reply)
    list?.querySelector('input')?.focus()
    const undo = () => void restore().catch(fail(`“${reply.title}” could not be restored.`))
    toast.success({ content: withUndo(`“${reply.title}” deleted`, undo), duration: UNDO_TIME })
  }
  return (
    <Button
      plain
      text="Delete"
      aria-label={`Delete ${reply.title}`}
      onClick={({ currentTarget }) =>
        void remove(currentTarget.closest('.saved-replies')).catch(
          fail(`“${reply.title}” could not be deleted.`),
        )
      }
    />
  )
}

/** Moves focus between the search field and the replies. */
function moveByArrow(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const list = event.currentTarget.closest('.saved-replies')
  if (step === undefined || !list) return
  event.preventDefault()
  const places = [...list.querySelectorAll<HTMLElement>('input, .saved-reply')]
  const at = places.indexOf(event.currentTarget)
  places[(at + step + places.length) % places.length]?.focus()
}

import { type FormEvent, useState } from 'react'
import * as v from 'valibot'
import { LIMITS } from '../../contract/limits.ts'
import { SavedReplyContent } from '../../contract/saved-replies.ts'
import { saveReply } from '../../stores/conversations/saved-replies.ts'
import { reasonOf } from '../../stores/shell/failures.ts'
import { focus } from '../../ui/dialog.tsx'

/** A saved reply as it is edited; new without an id. */
export interface EditedReply extends SavedReplyContent {
  id?: string
}

/** Names and words a saved reply. */
export function SavedReplyForm({ reply, onDone }: { reply: EditedReply; onDone: () => void }) {
  const [title, setTitle] = useState(reply.title)
  const [text, setText] = useState(reply.text)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const { success, output, issues } = v.safeParse(SavedReplyContent, { title, text })
    if (!success) return setProblem(issues[0].message)
    setBusy(true)
    setProblem(null)
    try {
      await saveReply(output, reply.id)
      onDone()
    } catch (error) {
      setProblem(reasonOf(error))
      setBusy(false)
    }
  }
  return (
    <form className="saved-reply-form" onSubmit={(event) => void save(event)}>
      <label>
        Name
        <input
          className="field-box"
          ref={focus}
          maxLength={LIMITS.name}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
      </label>
      <label>
        Text
        <textarea
          className="field-box"
          rows={5}
          dir="auto"
          maxLength={LIMITS.message}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <p className="muted">
        {
          '{{name}} becomes the visitor’s name, {{business}} yours, and {{my_name}} the name of the person who inserts it.'
        }
      </p>
      {problem && (
        <p className="dialog-error" role="alert">
          {problem}
        </p>
      )}
      <div className="dialog-actions">
        <button type="button" className="button quiet" onClick={onDone}>
          Cancel
        </button>
        <button type="submit" className="button" disabled={isBusy}>
          Save reply
        </button>
      </div>
    </form>
  )
}

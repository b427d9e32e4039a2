import { type FormEvent, useRef, useState } from 'react'
import * as v from 'valibot'
import { LIMITS } from '../../contract/limits.ts'
import { type SavedReply, SavedReplyContent } from '../../contract/saved-replies.ts'
import { excess } from '../../domain/common/counted.ts'
import { reasonOf } from '../../stores/base/failures.ts'
import { requireAccount } from '../../stores/base/session/account.ts'
import { newReplyId, saveReply } from '../../stores/conversations/saved-replies.ts'
import { Button } from '../../ui/button.tsx'
import { focus } from '../../ui/dialog.tsx'
import { ErrorText } from '../../ui/failure-panel.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useIsShown, useTask } from '../common/use-task.ts'

/** A saved reply being edited. A new reply has no id. */
export interface EditedReply extends SavedReplyContent {
  id?: string
}

const contentOf = ({ title, text }: SavedReplyContent): SavedReplyContent => ({ title, text })

export function SavedReplyForm({ reply, onDone }: { reply: EditedReply; onDone: () => void }) {
  const toast = useToast()
  const [account] = useState(requireAccount)
  const [id] = useState(() => reply.id ?? newReplyId())
  const [title, setTitle] = useState(reply.title)
  const [text, setText] = useState(reply.text)
  const read = useRef<SavedReplyContent | null>(reply.id === undefined ? null : contentOf(reply))
  const over = excess(text, LIMITS.message)
  const { isBusy, problem, setProblem, run } = useTask()
  const isShown = useIsShown()
  const save = (event: FormEvent) => {
    event.preventDefault()
    const { success, output, issues } = v.safeParse(SavedReplyContent, { title, text })
    if (success) void send(output)
    else setProblem(issues[0].message)
  }
  const send = async (content: SavedReplyContent) => {
    let theirs: SavedReply | null = null
    await run(async () => {
      try {
        theirs = await saveReply(account, id, content, read.current)
      } catch (error) {
        if (!isShown.current) sayUnsaved(content, reasonOf(error))
        throw error
      }
      if (!theirs && isShown.current) onDone()
    })
    if (theirs) showChange(content, theirs)
  }
  const showChange = (content: SavedReplyContent, theirs: SavedReply) => {
    read.current = contentOf(theirs)
    const problem = `Someone else has changed this reply to “${theirs.title}: ${theirs.text}”.`
    setProblem(`${problem} To replace it, save again.`)
    if (!isShown.current) sayUnsaved(content, problem)
  }
  const sayUnsaved = (content: SavedReplyContent, reason: string) => {
    const action = { label: 'Try again', act: () => void send(content) }
    toast.error({ content: { text: `“${content.title}” was not saved.`, reason, action }, duration: 0 })
  }
  return (
    <form className="saved-reply-form" onSubmit={save}>
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
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <p className="muted">
        {
          '{{name}} becomes the visitor’s name, {{business}} yours, and {{my_name}} the name of the person who inserts it.'
        }
      </p>
      <ErrorText text={over ? `The reply is ${over}.` : problem} />
      <div className="dialog-actions">
        <Button quiet text="Cancel" onClick={onDone} />
        <Button type="submit" text="Save reply" disabled={isBusy || over !== null} />
      </div>
    </form>
  )
}

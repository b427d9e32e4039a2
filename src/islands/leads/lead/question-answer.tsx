import '../../../ui/form.css'
import { useStore } from '@nanostores/react'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import type { AskedQuestion } from '../../../contract/asked-questions.ts'
import type { Lead } from '../../../contract/leads.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { greetingName } from '../../../domain/common/name-parts.ts'
import { leadPerson } from '../../../domain/leads/name.ts'
import { reasonOf } from '../../../stores/base/failures.ts'
import { answerQuestion } from '../../../stores/conversations/lead-questions.ts'
import { $leadThread } from '../../../stores/conversations/lead-thread.ts'
import { Button } from '../../../ui/button.tsx'
import { focus } from '../../../ui/dialog.tsx'
import { ErrorText } from '../../../ui/failure-panel.tsx'
import { useToast } from '../../../ui/toast.tsx'

interface Props {
  lead: Lead
  question: AskedQuestion
  onDone: () => void
}

/** The answer to an open question: for the visitor, if there is a chat, and for the agent. */
export default function QuestionAnswer({ lead, question, onDone }: Props) {
  const toast = useToast()
  const replyTo = useStore($leadThread).data?.conversation ?? null
  const [text, setText] = useState('')
  const [isTaught, setTaught] = useState(true)
  const [problem, setProblem] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const person = leadPerson(lead)
  const name = (person && greetingName(person)) || 'the visitor'
  const teaches = isTaught || !replyTo

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '' || isSaving) return
    setSaving(true)
    setProblem(null)
    try {
      await answerQuestion(question, { text: text.trim(), teaches, replyTo })
      toast.success(teaches ? 'From now on, your agent answers this.' : `Sent to ${name}`)
      onDone()
    } catch (error) {
      setProblem(`The answer was not saved. ${reasonOf(error)}`)
      setSaving(false)
    }
  }
  const press = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    onDone()
  }

  return (
    <form className="question-answer" onSubmit={(event) => void save(event)} onKeyDown={press}>
      <textarea
        ref={focus}
        className="field-box"
        rows={2}
        dir="auto"
        aria-label={`Answer: ${question.wordings[0]}`}
        placeholder="Your answer"
        maxLength={Math.min(LIMITS.message, LIMITS.text)}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {replyTo && (
        <label className="question-taught">
          <input type="checkbox" checked={isTaught} onChange={({ target }) => setTaught(target.checked)} />
          Also add to the agent's answers
        </label>
      )}
      <ErrorText text={problem} />
      <Button
        quiet
        type="submit"
        text={replyTo ? `Send to ${name}` : "Add to the agent's answers"}
        disabled={isSaving || text.trim() === ''}
      />
    </form>
  )
}

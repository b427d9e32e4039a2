import '../../../ui/composer.css'
import { useStore } from '@nanostores/react'
import { type FormEvent, memo, useId, useRef, useState } from 'react'
import type { Lead } from '../../../contract/leads.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { duePresets } from '../../../domain/leads/due.ts'
import { addNote } from '../../../stores/leads/changes.ts'
import { $drafts, keepDraft, NO_DRAFT } from '../../../stores/leads/drafts.ts'
import { $leadTasks, addTask, newTaskId } from '../../../stores/leads/lead-tasks.ts'
import { $leadThread, $strandedMessages } from '../../../stores/leads/thread.ts'
import { $owner } from '../../../stores/session/owner.ts'
import { deviceTimeZone } from '../../../stores/settings/profile.ts'
import { reasonOf } from '../../../stores/shell/failures.ts'
import { $now } from '../../../stores/shell/time.ts'
import { DueField } from './due-field.tsx'
import { LeadReply } from './lazy-reply.ts'

/** Adds a note or a task, or replies in the lead's conversation, if the API has an inbox. */
export function LeadComposer({ lead }: { lead: Lead }) {
  const { data: thread } = useStore($leadThread)
  const { kind } = useStore($drafts)[lead.id] ?? NO_DRAFT
  const hasStranded = useStore($strandedMessages).length > 0
  if (!thread || kind !== 'reply') {
    return (
      <>
        {hasStranded && <LeadReply thread={null} />}
        <NoteOrTask lead={lead} canReply={Boolean(thread)} />
      </>
    )
  }
  return (
    <div className="composer">
      <Kind leadId={lead.id} kind={kind} canReply />
      <LeadReply thread={thread} />
    </div>
  )
}

/** If saving fails, the text stays, with the reason. */
function NoteOrTask({ lead, canReply }: { lead: Lead; canReply: boolean }) {
  const hasTasks = useStore($leadTasks) !== null
  const draft = useStore($drafts)[lead.id] ?? NO_DRAFT
  const [problem, setProblem] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const isTask = hasTasks && draft.kind === 'task'
  const keep = (change: Parameters<typeof keepDraft>[1]) => keepDraft(lead.id, change)

  const save = async (event: FormEvent) => {
    event.preventDefault()
    const text = draft.text.trim()
    if (text === '' || isSaving) return
    setSaving(true)
    setProblem(null)
    try {
      if (isTask) {
        const dueAt = draft.dueAt ?? duePresets($now.get(), deviceTimeZone())[0]?.at
        if (!dueAt) return
        const taskId = draft.taskId ?? newTaskId()
        keep({ taskId, dueAt })
        await addTask(lead.id, { id: taskId, text, due_at: dueAt })
      } else {
        await addNote($owner.get(), lead, text)
      }
      keep({ text: '', dueAt: null, taskId: null })
      field.current?.focus()
    } catch (error) {
      setProblem(`The ${isTask ? 'task' : 'note'} is not saved. ${reasonOf(error)}`)
    } finally {
      setSaving(false)
    }
  }

  return (
    <form className="composer" onSubmit={(event) => void save(event)}>
      {(hasTasks || canReply) && (
        <Kind leadId={lead.id} kind={isTask ? 'task' : 'note'} canReply={canReply} />
      )}
      {isTask && <DueField dueAt={draft.dueAt} onChange={(dueAt) => keep({ dueAt })} />}
      <div className="composer-line">
        <textarea
          ref={field}
          className="field-box"
          rows={1}
          dir="auto"
          aria-label={isTask ? 'Task' : 'Note'}
          maxLength={isTask ? LIMITS.line : LIMITS.text}
          placeholder={isTask ? 'What needs to be done?' : 'Add a note'}
          value={draft.text}
          onChange={(event) => keep({ text: event.target.value })}
          onKeyDown={(event) => {
            const { key, ctrlKey, metaKey, currentTarget } = event
            if (key !== 'Enter' || !(isTask || ctrlKey || metaKey) || event.nativeEvent.isComposing) return
            event.preventDefault()
            currentTarget.form?.requestSubmit()
          }}
        />
        <button
          type="submit"
          className="button quiet"
          disabled={isSaving || draft.text.trim() === ''}
          // The field keeps the focus, so that a phone's keyboard stays and the button does not move under the finger.
          onMouseDown={(event) => event.preventDefault()}
        >
          {problem ? 'Retry' : isTask ? 'Add task' : 'Add note'}
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

const KINDS = { reply: 'Reply', note: 'Note', task: 'Task' }

/** Renders apart from the text, because each rendering of radio buttons styles the page again. */
const Kind = memo(function Kind({
  leadId,
  kind: current,
  canReply,
}: {
  leadId: string
  kind: keyof typeof KINDS
  canReply: boolean
}) {
  const name = useId()
  const hasTasks = useStore($leadTasks) !== null
  return (
    <fieldset className="composer-kind">
      <legend className="hidden-text">Add</legend>
      {([canReply && 'reply', 'note', hasTasks && 'task'] as const)
        .filter((kind) => kind !== false)
        .map((kind) => (
          <label key={kind}>
            <input
              type="radio"
              name={name}
              checked={kind === current}
              onChange={() => keepDraft(leadId, { kind })}
            />
            {KINDS[kind]}
          </label>
        ))}
    </fieldset>
  )
})

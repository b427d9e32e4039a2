import '../../../ui/composer.css'
import { useStore } from '@nanostores/react'
import { type FormEvent, memo, useId, useMemo, useRef, useState } from 'react'
import type { Lead } from '../../../contract/leads.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { excess } from '../../../domain/common/counted.ts'
import { duePresets } from '../../../domain/leads/due.ts'
import { reasonOf } from '../../../stores/base/failures.ts'
import { $account, type Account } from '../../../stores/base/session/account.ts'
import { $now } from '../../../stores/base/time.ts'
import { $leadThread, $strandedMessages } from '../../../stores/conversations/lead-thread.ts'
import { addNote } from '../../../stores/leads/changes.ts'
import { type Draft, keepDraft, leadDraft, saveDraft } from '../../../stores/leads/drafts.ts'
import { $leadTasks, addTask, newTaskId } from '../../../stores/leads/lead-tasks.ts'
import { deviceTimeZone } from '../../../stores/settings/profile.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorText } from '../../../ui/failure-panel.tsx'
import { DueField } from './due-field.tsx'
import { LeadReply } from './lazy-reply.ts'

/** Adds a note or a task, or replies in the lead's conversation if the API supports an inbox. */
export function LeadComposer({ lead }: { lead: Lead }) {
  const account = useStore($account)
  return account && <Composer lead={lead} account={account} />
}

const useDraft = (account: Account, leadId: string) =>
  useStore(useMemo(() => leadDraft(account, leadId), [account, leadId]))

function Composer({ lead, account }: { lead: Lead; account: Account }) {
  const { data: thread } = useStore($leadThread)
  const { kind } = useDraft(account, lead.id)
  const hasStranded = useStore($strandedMessages).length > 0
  if (!thread || kind !== 'reply') {
    return (
      <>
        {hasStranded && <LeadReply thread={null} />}
        <NoteOrTask lead={lead} account={account} canReply={Boolean(thread)} />
      </>
    )
  }
  return (
    <div className="composer">
      <Kind account={account} leadId={lead.id} kind={kind} canReply />
      <LeadReply thread={thread} />
    </div>
  )
}

/** The form for a note or a task. If saving fails, restores the text and shows the reason. */
function NoteOrTask({ lead, account, canReply }: { lead: Lead; account: Account; canReply: boolean }) {
  const hasTasks = useStore($leadTasks) !== null
  const draft = useDraft(account, lead.id)
  const [problem, setProblem] = useState<string | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const isTask = hasTasks && draft.kind === 'task'
  const kind = isTask ? 'task' : 'note'
  const over = excess(draft.text.trim(), isTask ? LIMITS.line : LIMITS.text)
  const keep = (change: Partial<Draft>) => keepDraft(account, lead.id, change)

  const save = async (event: FormEvent) => {
    event.preventDefault()
    const text = draft.text.trim()
    if (text === '' || over !== null) return
    setProblem(null)
    field.current?.focus()
    try {
      if (isTask) {
        const dueAt = draft.dueAt ?? duePresets($now.get(), deviceTimeZone())[0]?.at
        if (!dueAt) return
        const taskId = draft.taskId ?? newTaskId()
        keep({ taskId, dueAt })
        await saveDraft(account, lead.id, () =>
          addTask(lead.id, { id: taskId, text, due_at: dueAt }, account),
        )
      } else {
        await saveDraft(account, lead.id, () => addNote(account, lead, text))
      }
    } catch (error) {
      setProblem(`The ${kind} was not saved. ${reasonOf(error)}`)
    }
  }

  return (
    <form className="composer" onSubmit={(event) => void save(event)}>
      {(hasTasks || canReply) && <Kind account={account} leadId={lead.id} kind={kind} canReply={canReply} />}
      {isTask && <DueField dueAt={draft.dueAt} onChange={(dueAt) => keep({ dueAt })} />}
      <div className="composer-line">
        <textarea
          ref={field}
          className="field-box"
          rows={1}
          dir="auto"
          aria-label={isTask ? 'Task' : 'Note'}
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
        <Button
          quiet
          type="submit"
          text={problem ? 'Retry' : isTask ? 'Add task' : 'Add note'}
          disabled={over !== null || draft.text.trim() === ''}
          // Keep focus in the field, so that the phone's keyboard stays open and the button doesn't move under the
          // finger.
          onMouseDown={(event) => event.preventDefault()}
        />
      </div>
      <ErrorText text={over ? `The ${kind} is ${over}.` : problem} />
    </form>
  )
}

const KINDS = { reply: 'Reply', note: 'Note', task: 'Task' }

/** Memoized apart from the text, because each render of radio buttons recalculates the page's styles. */
const Kind = memo(function Kind({
  account,
  leadId,
  kind: current,
  canReply,
}: {
  account: Account
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
              onChange={() => keepDraft(account, leadId, { kind })}
            />
            {KINDS[kind]}
          </label>
        ))}
    </fieldset>
  )
})

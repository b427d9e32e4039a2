import './tasks.css'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { Task } from '../../../contract/tasks.ts'
import { dueLabel } from '../../../domain/leads/due.ts'
import { requireAccount } from '../../../stores/base/session/account.ts'
import { $now } from '../../../stores/base/time.ts'
import { $leadTasks, addTask, changeTask, deleteTask } from '../../../stores/leads/lead-tasks.ts'
import { setTaskDone } from '../../../stores/leads/tasks.ts'
import { deviceTimeZone } from '../../../stores/settings/profile.ts'
import { Button } from '../../../ui/button.tsx'
import { Glyph } from '../../../ui/glyph.tsx'
import { DueField } from './due-field.tsx'
import { useTaskChange } from './use-task-change.ts'

/** The tasks of the current lead, open tasks first. Renders nothing without tasks. */
export function LeadTasks() {
  const tasks = useStore($leadTasks)
  if (!tasks || tasks.length === 0) return null
  return (
    <ul className="lead-tasks" aria-label="Tasks">
      {tasks.map((task) => (
        <OneTask key={task.id} task={task} />
      ))}
    </ul>
  )
}

function OneTask({ task }: { task: Task }) {
  const now = useStore($now)
  const change = useTaskChange()
  const [isMoving, setMoving] = useState(false)
  const isDone = task.done_at !== null
  const isOverdue = !isDone && Date.parse(task.due_at) < now.getTime()
  const complete = () => {
    const account = requireAccount()
    void change(
      task,
      isDone ? 'Task reopened' : 'Task completed',
      () => setTaskDone(task, !isDone, account),
      () => setTaskDone(task, isDone, account),
    )
  }
  const remove = () => {
    const account = requireAccount()
    const restore = async () => {
      await addTask(task.lead_id, task, account)
      if (isDone) await setTaskDone(task, true, account)
    }
    void change(task, 'Task deleted', () => deleteTask(task, account), restore)
  }
  const move = (due_at: string) => {
    setMoving(false)
    if (due_at === task.due_at) return
    const account = requireAccount()
    void change(
      task,
      `Task due ${dueLabel(due_at, now, deviceTimeZone())}`,
      () => changeTask(task, { due_at }, account),
      () => changeTask(task, { due_at: task.due_at }, account),
    )
  }
  return (
    <li data-done={isDone || undefined} data-overdue={isOverdue || undefined}>
      <label>
        <input type="checkbox" checked={isDone} onChange={complete} />
        <span dir="auto">{task.text}</span>
      </label>
      {!isDone && (
        <button
          type="button"
          className="task-due"
          aria-expanded={isMoving}
          title="Change when it is due"
          onClick={() => setMoving(!isMoving)}
        >
          {isOverdue && <span className="hidden-text">Overdue: </span>}
          {dueLabel(task.due_at, now, deviceTimeZone())}
        </button>
      )}
      <button type="button" className="icon-button" aria-label={`Delete task: ${task.text}`} onClick={remove}>
        <Glyph name="remove" />
      </button>
      {isMoving && !isDone && <MoveForm task={task} onMove={move} />}
    </li>
  )
}

function MoveForm({ task, onMove }: { task: Task; onMove: (due_at: string) => void }) {
  const [dueAt, setDueAt] = useState(task.due_at)
  return (
    <form
      className="task-move"
      onSubmit={(event) => {
        event.preventDefault()
        onMove(dueAt)
      }}
    >
      <DueField dueAt={dueAt} onChange={setDueAt} />
      <Button quiet type="submit" text="Save" />
    </form>
  )
}

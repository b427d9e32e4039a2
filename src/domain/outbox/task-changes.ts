import type { Task } from '../../contract/tasks.ts'
import type { MadeChange } from './outbox.ts'

/** Returns the tasks after a change, as the server would return them. */
function changed(tasks: Task[], { change, madeAt }: MadeChange): Task[] {
  switch (change.type) {
    case 'task-add': {
      const made = { lead_id: change.leadId, done_at: null, created_at: madeAt, updated_at: madeAt }
      return tasks.some(({ id }) => id === change.task.id) ? tasks : [...tasks, { ...made, ...change.task }]
    }
    case 'task-change': {
      const { done, ...fields } = change.update
      const update = done === undefined ? fields : { ...fields, done_at: done ? madeAt : null }
      return tasks.map((task) =>
        task.id === change.taskId ? ({ ...task, ...update, updated_at: madeAt } as Task) : task,
      )
    }
    case 'task-delete':
      return tasks.filter(({ id }) => id !== change.taskId)
    default:
      return tasks
  }
}

/**
 * Returns the tasks with the changes applied, earliest due date first. Returns the same array if there are no changes
 * to tasks.
 */
export function applyTaskChanges(tasks: Task[], changes: readonly MadeChange[]): Task[] {
  const after = changes.reduce(changed, tasks)
  return after === tasks ? tasks : after.toSorted((a, b) => Date.parse(a.due_at) - Date.parse(b.due_at))
}

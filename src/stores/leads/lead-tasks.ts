import { computed, type ReadableAtom } from 'nanostores'
import type { Task } from '../../contract/tasks.ts'
import { randomId } from '../../platform/random-id.ts'
import { type Account, requireAccount } from '../base/session/account.ts'
import { $leadId } from './page.ts'
import { submitChange } from './sending.ts'
import { $tasks, type TaskKey } from './tasks.ts'

/** The tasks of the current lead, open ones first; null if the API has no tasks. */
export const $leadTasks: ReadableAtom<readonly Task[] | null> = computed(
  [$tasks, $leadId],
  ({ data }, leadId) => {
    if (data === null) return null
    const own = (data ?? []).filter(({ lead_id }) => lead_id === leadId)
    return own.toSorted((a, b) => Number(a.done_at !== null) - Number(b.done_at !== null))
  },
)

type TaskInput = Pick<Task, 'text' | 'due_at'> & { id?: string }

/** Returns a new id for a task, so that a repeated request adds only one. */
export const newTaskId = (): string => randomId('task')

/**
 * Adds a task to a lead; repeating it with the same id adds only one. Like the other changes to tasks, it shows
 * immediately, rejects if the server rejects it, and is sent later if there is no connection.
 */
export async function addTask(
  leadId: string,
  { text, due_at, id = newTaskId() }: TaskInput,
  account: Account = requireAccount(),
): Promise<void> {
  await submitChange(account, { type: 'task-add', leadId, task: { id, text, due_at } })
}

/** Changes the text or the time of a task. */
export async function changeTask(
  { id, lead_id }: TaskKey,
  update: Partial<Pick<Task, 'text' | 'due_at'>>,
  account: Account = requireAccount(),
): Promise<void> {
  await submitChange(account, { type: 'task-change', leadId: lead_id, taskId: id, update })
}

/** Removes a task. {@link addTask} with the same task adds it again. */
export async function deleteTask(
  { id, lead_id }: TaskKey,
  account: Account = requireAccount(),
): Promise<void> {
  await submitChange(account, { type: 'task-delete', leadId: lead_id, taskId: id })
}

import { computed, type ReadableAtom } from 'nanostores'
import { fetchTasks } from '../../api/tasks.ts'
import type { Task } from '../../contract/tasks.ts'
import { applyTaskChanges } from '../../domain/outbox/task-changes.ts'
import { cancelLastChange } from '../base/outbox/outbox.ts'
import { $overlay } from '../base/outbox/overlay.ts'
import { optional } from '../base/query/optional.ts'
import { organizationQuery, type QueryState } from '../base/query/query.ts'
import { type Account, requireAccount } from '../base/session/account.ts'
import { submitChange } from './sending.ts'

const $fetchedTasks = organizationQuery<Task[] | null>({ kind: 'tasks', read: optional(fetchTasks) })

/**
 * The open and recently completed tasks, earliest due first, with unconfirmed changes; null if the API has no tasks.
 */
export const $tasks: ReadableAtom<QueryState<Task[] | null>> = computed(
  [$fetchedTasks, $overlay],
  (tasks, changes) =>
    tasks.data && changes.length > 0 ? { ...tasks, data: applyTaskChanges(tasks.data, changes) } : tasks,
)

/** The ids that identify a task. */
export type TaskKey = Pick<Task, 'id' | 'lead_id'>

/**
 * Completes or reopens a task for its owner, the current one by default. The change shows immediately. If the server
 * rejects it, the previous state shows again and the promise rejects. Without a connection, the change is sent later.
 */
export async function setTaskDone(
  { id, lead_id }: TaskKey,
  isDone: boolean,
  account: Account = requireAccount(),
): Promise<void> {
  const change = { leadId: lead_id, taskId: id, update: { done: isDone } }
  await submitChange(account, { type: 'task-change', ...change })
}

/** Undoes the last change to a task: cancels it if it is still waiting, otherwise makes the `opposite` change. */
export async function undoTaskChange({ id }: TaskKey, opposite: () => Promise<void>): Promise<void> {
  if (!(await cancelLastChange((change) => 'taskId' in change && change.taskId === id))) await opposite()
}

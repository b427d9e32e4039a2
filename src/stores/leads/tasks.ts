import { computed, type ReadableAtom } from 'nanostores'
import { fetchTasks, putTask } from '../../api/tasks.ts'
import type { Task } from '../../contract/tasks.ts'
import { now } from '../../platform/clock.ts'
import { optional } from '../query/optional.ts'
import { changeCached, organizationQuery, type QueryState } from '../query/query.ts'
import { type Owner, ownedAtom, requireOwner } from '../session/owner.ts'

const read = optional(fetchTasks)

const $fetchedTasks = organizationQuery<Task[] | null>({ kind: 'tasks', read })

/** When tasks were completed, by id, until the server knows; null for reopened ones. */
const $settling = ownedAtom<ReadonlyMap<string, string | null>>(new Map())

/** The open tasks and those done recently, first due first, with unconfirmed changes; null if the API has none. */
export const $tasks: ReadableAtom<QueryState<Task[] | null>> = computed(
  [$fetchedTasks, $settling],
  (tasks, settling) =>
    tasks.data && settling.size > 0
      ? { ...tasks, data: tasks.data.map((task) => withDone(task, settling.get(task.id))) }
      : tasks,
)

const withDone = (task: Task, done_at: string | null | undefined): Task =>
  done_at === undefined ? task : { ...task, done_at }

/** The last change of each task, so that Undo is sent after the change that it undoes. */
const changes = new Map<string, Promise<unknown>>()

/**
 * Completes a task or opens it again for its owner, the current one by default. It shows at once, and shows its
 * previous state again if the server refuses. Rejects then.
 */
export async function setTaskDone(
  task: Pick<Task, 'id'>,
  isDone: boolean,
  owner: Owner = requireOwner(),
): Promise<void> {
  const { organizationId } = owner
  const shown = isDone ? now().toISOString() : null
  $settling.set(new Map($settling.get()).set(task.id, shown))
  const previous = changes.get(task.id) ?? Promise.resolve()
  const change = previous
    .catch(() => undefined)
    .then(() => putTask(organizationId, task.id, { done: isDone }))
  changes.set(task.id, change)
  try {
    const { done_at = shown, updated_at } = await change
    await changeCached<Task[] | null>(
      organizationId,
      'tasks',
      (tasks) =>
        tasks?.map((each) =>
          each.id === task.id ? { ...each, done_at, updated_at: updated_at ?? each.updated_at } : each,
        ) ?? null,
    )
  } finally {
    if (changes.get(task.id) === change) {
      changes.delete(task.id)
      const left = new Map($settling.get())
      left.delete(task.id)
      $settling.set(left)
    }
  }
}

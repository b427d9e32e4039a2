import { computed, type ReadableAtom } from 'nanostores'
import { postTask, putTask, removeTask } from '../../api/tasks.ts'
import type { Task } from '../../contract/tasks.ts'
import { now } from '../../platform/clock.ts'
import { randomId } from '../../platform/random-id.ts'
import { changeCached, markStale } from '../query/query.ts'
import { type Owner, requireOwner } from '../session/owner.ts'
import { $leadId } from './page.ts'
import { $tasks } from './tasks.ts'

/** The tasks of the current lead, open ones first; null if the API has none. */
export const $leadTasks: ReadableAtom<readonly Task[] | null> = computed(
  [$tasks, $leadId],
  ({ data }, leadId) => {
    if (data === null) return null
    const own = (data ?? []).filter(({ lead_id }) => lead_id === leadId)
    return own.toSorted((a, b) => Number(a.done_at !== null) - Number(b.done_at !== null))
  },
)

type TaskInput = Pick<Task, 'text' | 'due_at'> & { id?: string }

/** A new id for a task, so that a repeated request adds only one. */
export const newTaskId = (): string => randomId('task')

/** Adds a task to a lead. Rejects if that fails; repeating it with the same id adds only one. */
export async function addTask(
  leadId: string,
  { text, due_at, id = newTaskId() }: TaskInput,
  owner: Owner = requireOwner(),
): Promise<void> {
  const made = now().toISOString()
  const given: Task = { id, lead_id: leadId, text, due_at, done_at: null, created_at: made, updated_at: made }
  const saved = await postTask(owner.organizationId, leadId, { id, text, due_at })
  await changeTasks(owner, (tasks) =>
    sorted([...tasks.filter((each) => each.id !== id), { ...given, ...saved }]),
  )
}

/** Changes the text or the time of a task. Rejects if that fails. */
export async function changeTask(
  { id }: Pick<Task, 'id'>,
  change: Partial<Pick<Task, 'text' | 'due_at'>>,
  owner: Owner = requireOwner(),
): Promise<void> {
  const saved = await putTask(owner.organizationId, id, change)
  await changeTasks(owner, (tasks) =>
    sorted(tasks.map((each) => (each.id === id ? { ...each, ...change, ...saved } : each))),
  )
}

/** Removes a task. Rejects if that fails. {@link addTask} with the same task adds it again. */
export async function deleteTask({ id }: Pick<Task, 'id'>, owner: Owner = requireOwner()): Promise<void> {
  await removeTask(owner.organizationId, id)
  await changeTasks(owner, (tasks) => tasks.filter((each) => each.id !== id))
}

const sorted = (tasks: Task[]) => tasks.toSorted((a, b) => Date.parse(a.due_at) - Date.parse(b.due_at))

/** Applies a confirmed change to the cached list, and refetches the history, which contains it. */
async function changeTasks({ organizationId }: Owner, change: (tasks: Task[]) => Task[]): Promise<void> {
  await changeCached<Task[] | null>(organizationId, 'tasks', (tasks) => tasks && change(tasks))
  markStale(organizationId, 'activity')
}

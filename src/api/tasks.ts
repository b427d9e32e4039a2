import {
  createTask,
  deleteTask,
  listTasks,
  type NewTask,
  type Task,
  type TaskUpdate,
  updateTask,
} from '../contract/tasks.ts'
import { call, write } from './client.ts'

/** Returns the open and recently completed tasks, earliest due first. */
export function fetchTasks(organizationId: string, signal?: AbortSignal): Promise<Task[]> {
  return call(listTasks, { organizationId, signal })
}

/** Adds a task to a lead. Repeating the request with the same `id` returns the existing task. */
export async function postTask(
  organizationId: string,
  leadId: string,
  body: NewTask,
  signal?: AbortSignal,
): Promise<void> {
  await write(createTask, { organizationId, params: { leadId }, body, signal })
}

export async function putTask(
  organizationId: string,
  taskId: string,
  body: TaskUpdate,
  signal?: AbortSignal,
): Promise<void> {
  await write(updateTask, { organizationId, params: { taskId }, body, signal })
}

export async function removeTask(
  organizationId: string,
  taskId: string,
  signal?: AbortSignal,
): Promise<void> {
  await write(deleteTask, { organizationId, params: { taskId }, signal })
}

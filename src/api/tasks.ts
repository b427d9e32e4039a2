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

/** Returns the open tasks and those done recently, first due first. */
export function fetchTasks(organizationId: string, signal?: AbortSignal): Promise<Task[]> {
  return call(listTasks, { organizationId, signal })
}

/** Adds a task to a lead. A repeated call with the same `id` returns the existing task. */
export function postTask(organizationId: string, leadId: string, body: NewTask): Promise<Partial<Task>> {
  return write(createTask, { organizationId, params: { leadId }, body })
}

/** Changes a task. */
export function putTask(organizationId: string, taskId: string, body: TaskUpdate): Promise<Partial<Task>> {
  return write(updateTask, { organizationId, params: { taskId }, body })
}

/** Removes a task. */
export async function removeTask(organizationId: string, taskId: string): Promise<void> {
  await write(deleteTask, { organizationId, params: { taskId } })
}

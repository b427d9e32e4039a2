import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { ClientId, Instant, text } from './fields.ts'
import { LIMITS } from './limits.ts'
import { tolerant } from './tolerance.ts'

/** A task for a lead. */
export const Task = tolerant(
  v.object({
    id: v.string(),
    lead_id: v.string(),
    text: v.string(),
    due_at: Instant,
    done_at: v.nullable(Instant),
    created_at: Instant,
    updated_at: Instant,
  }),
  {
    defaults: ({ created_at, due_at }) => ({
      done_at: null,
      created_at: created_at ?? due_at ?? '',
      updated_at: created_at ?? due_at ?? '',
    }),
  },
)
export type Task = v.InferOutput<typeof Task>

const TaskText = v.pipe(
  text(LIMITS.line),
  v.check((value) => value.trim() !== '', 'Enter what needs to be done'),
)

/** The range of years in which a task can be due. */
export const DUE_YEARS = { first: 2000, last: 2099 } as const

const DueAt = v.pipe(
  Instant,
  v.check(
    (due) => due >= String(DUE_YEARS.first) && due < String(DUE_YEARS.last + 1),
    `Choose a date from ${DUE_YEARS.first} to ${DUE_YEARS.last}`,
  ),
)

export const NewTask = v.object({ id: v.optional(ClientId), text: TaskText, due_at: DueAt })
export type NewTask = v.InferOutput<typeof NewTask>

/** Omitted fields keep their values. */
export const TaskUpdate = v.object({
  text: v.optional(TaskText),
  due_at: v.optional(DueAt),
  done: v.optional(v.boolean()),
})
export type TaskUpdate = v.InferOutput<typeof TaskUpdate>

const TASKS = '/api/v1/organizations/:orgId/tasks'

export const listTasks = endpoint({
  method: 'GET',
  path: TASKS,
  summary: 'List the open tasks and those completed in the last 7 days, ordered by due date',
  access: 'member',
  scope: 'tasks:read',
  reply: v.array(Task),
})

export const createTask = endpoint({
  method: 'POST',
  path: '/api/v1/organizations/:orgId/leads/:leadId/tasks',
  summary: 'Add a task to a lead; a repeated id adds none',
  access: 'member',
  scope: 'tasks:write',
  creates: true,
  body: NewTask,
  reply: Task,
  errors: [404, 409],
})

export const updateTask = endpoint({
  method: 'PUT',
  path: `${TASKS}/:taskId`,
  summary: 'Change, complete, or reopen a task',
  access: 'member',
  scope: 'tasks:write',
  body: TaskUpdate,
  reply: Task,
  errors: [404],
})

export const deleteTask = endpoint({
  method: 'DELETE',
  path: `${TASKS}/:taskId`,
  summary: 'Remove a task',
  access: 'member',
  scope: 'tasks:write',
  reply: null,
  errors: [404],
})

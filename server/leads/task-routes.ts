import { type Kysely, type Selectable, sql } from 'kysely'
import { createTask, deleteTask, listTasks, type Task, updateTask } from '../../src/contract/tasks.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { changeLeads } from '../activity/leads-changed.ts'
import { person, record } from '../activity/record.ts'
import { newId } from '../base/ids.ts'
import type { Database } from '../db/schema.ts'
import { HttpError, unknownLead } from '../http/http-error.ts'
import { type Api, mount } from '../http/mount.ts'
import { leadOf } from './activity-routes.ts'

/** Days for which completed tasks stay in the list. */
const DONE_SHOWN_DAYS = 7

type Row = Selectable<Database['tasks']>

const present = ({ id, lead_id, text, due_at, done_at, created_at, updated_at }: Row): Task => ({
  id,
  lead_id,
  text,
  due_at: due_at.toISOString(),
  done_at: done_at?.toISOString() ?? null,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
})

const taskOf = (db: Kysely<Database>, organizationId: string, id: string) =>
  db.selectFrom('tasks').selectAll().where('organization_id', '=', organizationId).where('id', '=', id)

/**
 * Returns a task, and locks it after its lead, in the same order as the removal of the lead. Rejects with 404 if there
 * is none.
 */
async function lockTask(tx: Kysely<Database>, organizationId: string, id: string): Promise<Row> {
  const found = await taskOf(tx, organizationId, id).executeTakeFirst()
  if (found) await leadOf(tx, organizationId, found.lead_id).forKeyShare().execute()
  const task = await taskOf(tx, organizationId, id).forNoKeyUpdate().executeTakeFirst()
  if (!task) throw unknownTask()
  return task
}

export function mountTasks(api: Api): void {
  const { deps } = api
  const { db, clock } = deps

  mount(api, listTasks, async ({ organizationId }) => {
    const since = new Date(clock().getTime() - DONE_SHOWN_DAYS * DAY_MS)
    const rows = await db
      .selectFrom('tasks')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where(({ or, eb }) => or([eb('done_at', 'is', null), eb('done_at', '>', since)]))
      .orderBy('due_at')
      .orderBy('id')
      .execute()
    return rows.map(present)
  })

  mount(api, createTask, async ({ organizationId, userId, params, body }) => {
    const now = clock()
    const { id = newId('task'), due_at } = body
    const text = body.text.trim()
    return changeLeads(deps, organizationId, async (tx) => {
      if (!(await leadOf(tx, organizationId, params.leadId).forKeyShare().executeTakeFirst()))
        throw unknownLead()
      const made = await tx
        .insertInto('tasks')
        .values({
          organization_id: organizationId,
          id,
          lead_id: params.leadId,
          text,
          due_at,
          created_at: now,
          updated_at: now,
        })
        .onConflict((conflict) => conflict.columns(['organization_id', 'id']).doNothing())
        .returningAll()
        .executeTakeFirst()
      if (!made) {
        const existing = await taskOf(tx, organizationId, id).executeTakeFirst()
        if (existing?.lead_id === params.leadId) return present(existing)
        throw new HttpError(409, 'This task id is already in use', { code: 'id_in_use' })
      }
      const task = present(made)
      await record(tx, { organizationId, leadId: task.lead_id, at: now, actor: person(userId) }, [
        { type: 'task', data: { task_id: id, text, due_at: task.due_at } },
      ])
      return task
    })
  })

  mount(api, updateTask, async ({ organizationId, userId, params, body }) => {
    const now = clock()
    return changeLeads(deps, organizationId, async (tx) => {
      const before = await lockTask(tx, organizationId, params.taskId)
      const text = body.text?.trim()
      const done = body.done ?? before.done_at !== null
      const after = await tx
        .updateTable('tasks')
        .set({ text, due_at: body.due_at, done_at: done ? (before.done_at ?? now) : null, updated_at: now })
        .where('organization_id', '=', organizationId)
        .where('id', '=', before.id)
        .returningAll()
        .executeTakeFirstOrThrow()
      if (done && before.done_at === null) {
        await record(tx, { organizationId, leadId: after.lead_id, at: now, actor: person(userId) }, [
          { type: 'task_done', data: { task_id: after.id, text: after.text } },
        ])
      }
      if (!done && before.done_at !== null) await forget(tx, after, ['task_done'])
      return present(after)
    })
  })

  mount(api, deleteTask, async ({ organizationId, params }) => {
    await changeLeads(deps, organizationId, async (tx) => {
      const task = await lockTask(tx, organizationId, params.taskId)
      await tx
        .deleteFrom('tasks')
        .where('organization_id', '=', organizationId)
        .where('id', '=', task.id)
        .execute()
      await forget(tx, task, ['task', 'task_done'])
    })
  })
}

/** Removes events of a task that are no longer true. */
async function forget(tx: Kysely<Database>, task: Row, types: string[]): Promise<void> {
  await tx
    .deleteFrom('lead_activity')
    .where('lead_id', '=', task.lead_id)
    .where('type', 'in', types)
    .where(sql<string>`data ->> 'task_id'`, '=', task.id)
    .execute()
}

const unknownTask = () => new HttpError(404, 'This task could not be found')

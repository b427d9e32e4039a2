import { beforeEach, describe, expect, it } from 'vitest'
import { markStaleLeads } from '../../../server/leads/stale-leads.ts'
import { getActivity } from '../../../src/contract/activity.ts'
import { createLead, deleteLead, listLeads } from '../../../src/contract/leads.ts'
import { createTask, deleteTask, listTasks, type Task, updateTask } from '../../../src/contract/tasks.ts'
import { call, clear, FRESH, GREEN, RIVAL } from '../../support/api.ts'
import { sharedServer } from '../../support/server.ts'

const DAY_MS = 86_400_000
const server = await sharedServer()
const params = { orgId: FRESH }
const ofLead = (leadId: string) => ({ orgId: FRESH, leadId })
const ofTask = (taskId: string) => ({ orgId: FRESH, taskId })

beforeEach(async () => {
  await clear(server, FRESH)
  for (const id of ['one', 'two']) await call(server, createLead, { params, body: { id } })
})

const inDays = (days: number) => new Date(server.clock.now().getTime() + days * DAY_MS).toISOString()
const add = async (id: string, days = 1): Promise<Task> =>
  (
    await call(server, createTask, {
      params: ofLead('one'),
      body: { id, text: ' Send the quote ', due_at: inDays(days) },
    })
  ).body
const list = async (): Promise<Task[]> => (await call(server, listTasks, { params })).body
const types = async () =>
  (await call(server, getActivity, { params: ofLead('one') })).body.events.map(
    ({ type }: { type: string }) => type,
  )

describe('tasks', () => {
  it('are stored, listed by their due time, and part of the history', async () => {
    const late = await add('late', 3)
    const soon = await add('soon', -1)
    const now = server.clock.now().toISOString()
    expect(soon).toEqual({
      id: 'soon',
      lead_id: 'one',
      text: 'Send the quote',
      due_at: inDays(-1),
      done_at: null,
      created_at: now,
      updated_at: now,
    })
    expect(await list()).toEqual([soon, late])
    const { events } = (await call(server, getActivity, { params: ofLead('one') })).body
    expect(events.at(-1)).toMatchObject({
      type: 'task',
      actor: { kind: 'person', id: 'user_owner' },
      data: { task_id: 'soon', text: 'Send the quote', due_at: soon.due_at },
    })
  })

  it('with the same id are one task, also at the same time', async () => {
    const made = await Promise.all([add('same'), add('same'), add('same')])
    expect(new Set(made.map((task) => JSON.stringify(task))).size).toBe(1)
    expect(await list()).toHaveLength(1)
    expect(await types()).toEqual(['created', 'task'])
    const body = { id: 'same', text: 'x', due_at: inDays(1) }
    expect((await call(server, createTask, { params: ofLead('two'), body })).status).toBe(409)
  })

  it('are completed once and opened again', async () => {
    await add('quote')
    const done = await Promise.all(
      [1, 2].map(() => call(server, updateTask, { params: ofTask('quote'), body: { done: true } })),
    )
    const now = server.clock.now().toISOString()
    expect(done.map(({ body }) => body.done_at)).toEqual([now, now])
    expect(await types()).toEqual(['created', 'task', 'task_done'])
    server.clock.advance(5000)
    const again = await call(server, updateTask, { params: ofTask('quote'), body: { text: 'Send it' } })
    expect(again.body).toMatchObject({ text: 'Send it', done_at: now })
    const open = await call(server, updateTask, { params: ofTask('quote'), body: { done: false } })
    expect(open.body.done_at).toBeNull()
    expect(await types()).toEqual(['created', 'task'])
  })

  it('change their text and their time', async () => {
    const task = await add('quote')
    server.clock.advance(1000)
    const { body } = await call(server, updateTask, { params: ofTask('quote'), body: { due_at: inDays(9) } })
    expect(body).toEqual({ ...task, due_at: inDays(9), updated_at: server.clock.now().toISOString() })
  })

  it('are listed for 7 days after they are done', async () => {
    await add('quote', 60)
    await call(server, updateTask, { params: ofTask('quote'), body: { done: true } })
    server.clock.advance(7 * DAY_MS - 1)
    expect(await list()).toHaveLength(1)
    server.clock.advance(1)
    expect(await list()).toEqual([])
  })

  it('are removed with their history, and with their lead', async () => {
    await add('one-task')
    await add('two-task')
    expect((await call(server, deleteTask, { params: ofTask('one-task') })).status).toBe(204)
    expect((await call(server, deleteTask, { params: ofTask('one-task') })).status).toBe(404)
    expect(await types()).toEqual(['created', 'task'])
    await call(server, deleteLead, { params: ofLead('one') })
    expect(await list()).toEqual([])
  })

  it.each([
    [{ text: '', due_at: '2026-11-23T15:00:00Z' }, 'text'],
    [{ text: ' \n ', due_at: '2026-11-23T15:00:00Z' }, 'text'],
    [{ text: 'x'.repeat(10_000), due_at: '2026-11-23T15:00:00Z' }, 'text'],
    [{ text: 'x', due_at: '1999-12-31T23:59:59Z' }, 'due_at'],
    [{ text: 'x', due_at: '2100-01-01T00:00:00Z' }, 'due_at'],
    [{ text: 'x', due_at: '2026-02-30T00:00:00Z' }, 'due_at'],
    [{ text: 'x', due_at: 'tomorrow' }, 'due_at'],
  ])('refuse %j', async (body, path) => {
    const answer = await call(server, createTask, { params: ofLead('one'), body })
    expect(answer.status).toBe(400)
    expect(answer.body.details).toEqual([{ path, message: expect.stringMatching(/\S/) }])
    await add('quote')
    const update = await call(server, updateTask, {
      params: ofTask('quote'),
      body: path === 'text' ? { text: body.text } : { due_at: body.due_at },
    })
    expect(update.status).toBe(400)
  })

  it('are 404 for unknown leads and tasks, also of another organization', async () => {
    const task = await add('quote')
    const body = { text: 'x', due_at: inDays(1) }
    expect((await call(server, createTask, { params: ofLead('none'), body })).status).toBe(404)
    const theirs = { orgId: RIVAL, taskId: 'quote' }
    const change = { params: theirs, body: { done: true }, as: 'rival' } as const
    expect((await call(server, updateTask, change)).status).toBe(404)
    expect((await call(server, deleteTask, { params: theirs, as: 'rival' })).status).toBe(404)
    expect(await list()).toEqual([task])
  })

  it('that are due later keep a lead from becoming lost', async () => {
    await add('quote', 40)
    const { db } = server.deps
    const statuses = async (days: number) => {
      await markStaleLeads(db, server.clock.now(), new Date(inDays(days)))
      const leads = (await call(server, listLeads, { params })).body
      return Object.fromEntries(leads.map(({ id, status }: { id: string; status: string }) => [id, status]))
    }
    expect(await statuses(45)).toEqual({ one: 'new', two: 'lost' })
    expect(await statuses(71)).toEqual({ one: 'lost', two: 'lost' })
  })

  it('exist in the demo', async () => {
    const { body } = await call(server, listTasks, { params: { orgId: GREEN } })
    expect(body).toHaveLength(4)
  })
})

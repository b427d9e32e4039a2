import { describe, expect, it } from 'vitest'
import type { LeadChange } from '../../../../src/domain/outbox/outbox.ts'
import { applyTaskChanges } from '../../../../src/domain/outbox/task-changes.ts'

const AT = '2026-11-20T15:00:00.000Z'
const task = (id: string, due_at: string) => ({
  id,
  lead_id: 'lead',
  text: `Text of ${id}`,
  due_at,
  done_at: null,
  created_at: '2026-11-01T00:00:00.000Z',
  updated_at: '2026-11-01T00:00:00.000Z',
})
const tasks = [task('a', '2026-11-21T15:00:00.000Z'), task('b', '2026-11-22T15:00:00.000Z')]
const changedBy = (...changes: LeadChange[]) =>
  applyTaskChanges(
    tasks,
    changes.map((change) => ({ change, madeAt: AT })),
  )
const b = { leadId: 'lead', taskId: 'b' }

describe('pending changes over the tasks', () => {
  it('return the same list if none is about a task', () => {
    expect(changedBy()).toBe(tasks)
    expect(changedBy({ type: 'delete', leadId: 'lead' })).toBe(tasks)
  })

  it('add a task once, in the order of the times', () => {
    const add = {
      type: 'task-add',
      leadId: 'lead',
      task: { id: 'c', text: 'New', due_at: '2026-11-21T16:00:00.000Z' },
    } as const
    expect(changedBy(add, add).map(({ id }) => id)).toEqual(['a', 'c', 'b'])
    expect(changedBy(add)[1]).toMatchObject({ lead_id: 'lead', done_at: null, created_at: AT })
  })

  it('change, complete, reopen, and remove a task', () => {
    expect(
      changedBy({ type: 'task-change', ...b, update: { due_at: '2026-11-01T15:00:00.000Z' } })[0],
    ).toMatchObject({ id: 'b', text: 'Text of b', done_at: null, updated_at: AT })
    const done = { type: 'task-change', ...b, update: { done: true } } as const
    expect(changedBy(done)[1]?.done_at).toBe(AT)
    expect(changedBy(done, { ...done, update: { done: false } })[1]?.done_at).toBeNull()
    expect(changedBy({ type: 'task-delete', ...b }).map(({ id }) => id)).toEqual(['a'])
    expect(
      changedBy({ type: 'task-change', leadId: 'lead', taskId: 'gone', update: { done: true } }),
    ).toEqual(tasks)
  })
})

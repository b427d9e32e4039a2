import { expect, it } from 'vitest'
import { createLead, deleteLead } from '../../../src/contract/leads.ts'
import { createTask, deleteTask, updateTask } from '../../../src/contract/tasks.ts'
import { call, FRESH } from '../../support/api.ts'
import { sharedServer } from '../../support/server.ts'

const server = await sharedServer()
const params = { orgId: FRESH }
const leadId = 'lead'
const taskId = 'task'
const ofTask = () => ({ ...params, taskId })

it.each([
  ['completed', () => call(server, updateTask, { params: ofTask(), body: { done: true } }), 200],
  ['removed', () => call(server, deleteTask, { params: ofTask() }), 204],
])('lets a task be %s while its lead is removed', async (_, change, done) => {
  for (let round = 0; round < 25; round += 1) {
    await call(server, createLead, { params, body: { id: leadId, contact_name: 'Ada' } })
    const body = { id: taskId, text: 'Call', due_at: '2026-12-01T10:00:00Z' }
    await call(server, createTask, { params: { ...params, leadId }, body })
    const [changed, removed] = await Promise.all([
      change(),
      call(server, deleteLead, { params: { ...params, leadId } }),
    ])
    expect([done, 404]).toContain(changed.status)
    expect(removed.status).toBe(204)
  }
})

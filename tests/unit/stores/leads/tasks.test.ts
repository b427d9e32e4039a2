import { afterEach, beforeEach, expect, it } from 'vitest'
import { configure } from '../../../../src/api/client.ts'
import { countWaiting } from '../../../../src/stores/base/outbox/outbox.ts'
import { requireAccount } from '../../../../src/stores/base/session/account.ts'
import { $tasks, setTaskDone, undoTaskChange } from '../../../../src/stores/leads/tasks.ts'
import { connectConsole } from '../../../support/console.ts'
import { eventually } from '../../../support/eventually.ts'
import { sharedServer } from '../../../support/server.ts'
import { signInTo, signOutNow } from '../../../support/session.ts'
import { stopStores } from '../../../support/stop-stores.ts'

const GREEN = 'org_greenacres'
const server = await sharedServer()
let network: ReturnType<typeof connectConsole>
let stop: () => void

beforeEach(async () => {
  await server.deps.db.updateTable('tasks').set({ done_at: null }).execute()
  network = connectConsole(server)
  signInTo(GREEN)
  stop = $tasks.subscribe(() => {})
  await eventually(() => expect($tasks.get().data).toHaveLength(4))
})
afterEach(() => {
  stopStores([stop])
  signOutNow()
  configure()
})

const first = () => {
  const task = $tasks.get().data?.[0]
  if (!task) throw new Error('There is no task')
  return task
}
const stored = async (id: string) =>
  (await server.deps.db.selectFrom('tasks').select('done_at').where('id', '=', id).executeTakeFirstOrThrow())
    .done_at

it('completes a task at once, and on the server', async () => {
  const task = first()
  const saved = setTaskDone(task, true)
  expect(first().done_at).not.toBeNull()
  await saved
  const done = (await stored(task.id))?.toISOString()
  await eventually(() => expect(first().done_at).toBe(done))
})

it('sends Undo after the change that it undoes', async () => {
  const task = first()
  const both = [setTaskDone(task, true), setTaskDone(task, false)]
  expect(first().done_at).toBeNull()
  await Promise.all(both)
  expect(first().done_at).toBeNull()
  // A slow server gets a change only after its promise has resolved.
  await eventually(async () => expect(await countWaiting(requireAccount().userId)).toBe(0))
  expect(await stored(task.id)).toBeNull()
})

it('shows the previous state again if the server refuses', async () => {
  const task = first()
  configure({ fetch: async () => Response.json({ message: 'Not now' }, { status: 403 }) })
  await expect(setTaskDone(task, true)).rejects.toThrow('Not now')
  expect(first().done_at).toBeNull()
  configure({ fetch: network.fetch })
  await setTaskDone(task, true)
  expect(await stored(task.id)).not.toBeNull()
})

it('makes the opposite change to undo one that the server has', async () => {
  const task = first()
  await setTaskDone(task, true)
  await undoTaskChange(task, () => setTaskDone(task, false))
  expect(await stored(task.id)).toBeNull()
})

it('completes a task for the organization in which it was started', async () => {
  const task = first()
  const saved = setTaskDone(task, true)
  signInTo('org_freshcut')
  await saved
  expect(await stored(task.id)).not.toBeNull()
})

import { afterEach, beforeEach, expect, it } from 'vitest'
import { configure } from '../../../../src/api/client.ts'
import { $insights, chooseInsightPeriod } from '../../../../src/stores/dashboard/insights.ts'
import { $today } from '../../../../src/stores/dashboard/today.ts'
import { setTaskDone } from '../../../../src/stores/leads/tasks.ts'
import { connectConsole } from '../../../support/console.ts'
import { eventually } from '../../../support/eventually.ts'
import { sharedServer } from '../../../support/server.ts'
import { signInTo, signOutNow } from '../../../support/session.ts'
import { stopStores } from '../../../support/stop-stores.ts'

const GREEN = 'org_greenacres'
// The stores use the device's clock.
const server = await sharedServer({ now: new Date() })
let network: ReturnType<typeof connectConsole>
let closes: (() => void)[]

beforeEach(() => {
  closes = []
  network = connectConsole(server)
  signInTo(GREEN)
})
afterEach(() => {
  stopStores(closes)
  signOutNow()
  configure()
})

const refuse = (end: string, status: number) =>
  configure({
    fetch: (request) =>
      new URL(request.url).pathname.endsWith(end)
        ? Promise.resolve(Response.json({ message: 'No' }, { status }))
        : network.fetch(request),
  })
const kinds = () => {
  const today = $today.get()
  return today.status === 'ready' ? today.items.map(({ kind }) => kind) : today.status
}

it('has the calls and the overdue task of the demo, until the task is done', async () => {
  closes.push($today.subscribe(() => {}))
  expect(kinds()).toBe('loading')
  await eventually(() => expect(kinds().slice(0, 3)).toEqual(['waiting', 'calls', 'task']))
  const today = $today.get()
  const item = today.status === 'ready' ? today.items[2] : undefined
  if (item?.kind !== 'task') throw new Error('There is no task')
  expect(item).toMatchObject({ isOverdue: true, lead: { id: item.task.lead_id } })
  const before = kinds().length
  await setTaskDone(item.task, true)
  expect(kinds()).toHaveLength(before - 1)
})

it('knows whether there are lost leads to look through', async () => {
  closes.push($today.subscribe(() => {}))
  await eventually(() => expect($today.get()).toMatchObject({ hasLost: true }))
  signInTo('org_freshcut')
  await eventually(() => expect($today.get()).toMatchObject({ hasLost: false }))
})

it('has no tasks if the API refuses them, and fails with the leads', async () => {
  refuse('/tasks', 403)
  closes.push($today.subscribe(() => {}))
  await eventually(() => expect(kinds().slice(0, 2)).toEqual(['waiting', 'calls']))
  expect(kinds()).not.toContain('task')
  stopStores(closes)
  signInTo('org_freshcut')
  refuse('/leads', 403)
  closes = [$today.subscribe(() => {})]
  await eventually(() => expect(kinds()).toBe('failed'))
})

it('has the insights of the chosen period, and null for good if the API has none', async () => {
  chooseInsightPeriod(7)
  closes.push($insights.subscribe(() => {}))
  await eventually(() => expect($insights.get().data?.days).toHaveLength(7))
  chooseInsightPeriod(90)
  await eventually(() => expect($insights.get().data?.days).toHaveLength(90))
  expect($insights.get().data?.funnel.leads).toBe(60)

  refuse('/insights', 404)
  chooseInsightPeriod(30)
  await eventually(() => expect($insights.get()).toMatchObject({ status: 'ready', data: null }))
})

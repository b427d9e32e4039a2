import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { configure } from '../../../../src/api/client.ts'
import { $account } from '../../../../src/stores/base/session/account.ts'
import { $timeline } from '../../../../src/stores/conversations/lead-timeline.ts'
import { $activity, recordCallOutcome } from '../../../../src/stores/leads/activity.ts'
import { addNote } from '../../../../src/stores/leads/changes.ts'
import {
  $leadTasks,
  addTask,
  changeTask,
  deleteTask,
  newTaskId,
} from '../../../../src/stores/leads/lead-tasks.ts'
import { $lead, showLead } from '../../../../src/stores/leads/page.ts'
import { setTaskDone } from '../../../../src/stores/leads/tasks.ts'
import { connectConsole } from '../../../support/console.ts'
import { eventually } from '../../../support/eventually.ts'
import { sharedServer } from '../../../support/server.ts'
import { signInTo, signOutNow } from '../../../support/session.ts'
import { stopStores } from '../../../support/stop-stores.ts'

const server = await sharedServer()
const DUE = '2031-03-04T14:00:00.000Z'
let closes: (() => void)[]
let leadId: string

const texts = () => $leadTasks.get()?.map(({ text }) => text)
const history = () =>
  $timeline.get().flatMap((entry) => (entry.kind === 'messages' ? [] : [`${entry.text} · ${entry.who}`]))

beforeEach(async () => {
  connectConsole(server)
  signInTo('org_greenacres')
  const { id } = await server.deps.db
    .selectFrom('leads')
    .select('id')
    .where('organization_id', '=', 'org_greenacres')
    .where('status', '=', 'lost')
    .executeTakeFirstOrThrow()
  leadId = id
  showLead(id)
  closes = [$lead, $leadTasks, $activity, $timeline].map((store) => store.subscribe(() => {}))
  await eventually(() => {
    expect($lead.get().status).toBe('ready')
    expect($leadTasks.get()).toEqual([])
    expect($activity.get().status).toBe('ready')
  })
})
afterEach(async () => {
  stopStores(closes)
  signOutNow()
  configure()
  await server.deps.db.deleteFrom('tasks').where('lead_id', '=', leadId).execute()
})

describe('the tasks of a lead', () => {
  it('are added once per id, moved, completed, deleted, and restored', async () => {
    const id = newTaskId()
    await addTask(leadId, { id, text: 'Send the quote', due_at: DUE })
    await addTask(leadId, { id, text: 'Send the quote', due_at: DUE })
    await addTask(leadId, { text: 'Call first', due_at: '2031-03-01T14:00:00.000Z' })
    expect(texts()).toEqual(['Call first', 'Send the quote'])
    await eventually(() => expect(history()).toContain('Task: Send the quote · You'))

    await changeTask({ id, lead_id: leadId }, { due_at: '2031-02-01T14:00:00.000Z' })
    expect(texts()).toEqual(['Send the quote', 'Call first'])
    await setTaskDone({ id, lead_id: leadId }, true)
    expect(texts()).toEqual(['Call first', 'Send the quote'])

    const task = $leadTasks.get()?.find((each) => each.id === id)
    if (!task) throw new Error('The task is missing')
    await deleteTask(task)
    expect(texts()).toEqual(['Call first'])
    await addTask(leadId, task)
    expect($leadTasks.get()?.find((each) => each.id === id)).toMatchObject({
      text: task.text,
      due_at: task.due_at,
    })
  })

  it('stay as they are if the server refuses', async () => {
    await expect(addTask('none', { text: 'Send the quote', due_at: DUE })).rejects.toThrow(
      'The requested lead could not be found.',
    )
    expect(texts()).toEqual([])
  })
})

describe('the history', () => {
  it('contains a call and a note as soon as they are stored', async () => {
    const account = $account.get()
    await recordCallOutcome(account, leadId, 'no_answer')
    await eventually(() => expect(history()).toContain('Called: no answer · You'))
    const { lead } = $lead.get()
    if (!lead) throw new Error('The lead is missing')
    await addNote(account, lead, 'Gate code 4711')
    await eventually(() => expect(history()).toContain('Gate code 4711 · You'))
  })
})

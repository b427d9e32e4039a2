import { eventually } from '../../../../support/eventually.ts'
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Lead } from '../../../../../src/contract/leads.ts'
import { $outbox, countWaiting } from '../../../../../src/stores/base/outbox/outbox.ts'
import { $account, type Account } from '../../../../../src/stores/base/session/account.ts'
import {
  $hubspotNotice,
  $hubspotWork,
  disconnectHubspot,
} from '../../../../../src/stores/integrations/hubspot.ts'
import { $bulkRun, changeStatuses } from '../../../../../src/stores/leads/bulk.ts'
import { $calledLead, resumeCall, startCall } from '../../../../../src/stores/leads/call.ts'
import { createLead, deleteLead, REMOVAL_DELAY, updateLead } from '../../../../../src/stores/leads/changes.ts'
import { $leadForm, openLeadForm, saveLeadForm } from '../../../../../src/stores/leads/form.ts'
import { $allLeads } from '../../../../../src/stores/leads/list.ts'
import { $selectedIds, selectLeads } from '../../../../../src/stores/leads/selection.ts'
import { $lossQuestion, setStatus, statusChange } from '../../../../../src/stores/leads/status.ts'
import { connectConsole } from '../../../../support/console.ts'
import { faults } from '../../../../support/faults.ts'
import { sharedServer } from '../../../../support/server.ts'
import { signInTo, signOutNow } from '../../../../support/session.ts'
import { stopStores } from '../../../../support/stop-stores.ts'

const GREEN = 'org_greenacres'
const FRESH = 'org_freshcut'

const server = await sharedServer()
let network: ReturnType<typeof connectConsole>
let closes: (() => void)[]
let leads: readonly Lead[]
let account: Account | null

beforeEach(async () => {
  network = connectConsole(server)
  signInTo(GREEN)
  account = $account.get()
  closes = [$allLeads.subscribe(() => {}), $outbox.subscribe(() => {})]
  leads = await eventually(() => {
    const { data = [] } = $allLeads.get()
    expect(data.length).toBeGreaterThan(3)
    return data.filter(({ status }) => status === 'new')
  })
})
afterEach(() => {
  stopStores(closes)
  signOutNow()
})

const first = () => leads[0] as Lead
const writes = () => network.requests.filter(({ method }) => method !== 'GET')
/** Switches while a change is being sent, and lets it arrive. */
function switchInTheMiddle() {
  network.plan(async (request) => {
    signInTo(FRESH)
    return server.app.api.fetch(request)
  })
}
const unsent = () => eventually(async () => expect(await countWaiting('user_owner')).toBe(0))

describe('a switch of the organization in the middle of', () => {
  const actions: [string, () => Promise<unknown>][] = [
    ['a change of status', () => setStatus(account, first(), { status: 'converted' })],
    ['a change of details', () => updateLead(account, first(), { budget: '$900' })],
    ['adding a lead', () => createLead(account, { contact_name: 'Wilma' })],
    ['a bulk change', () => changeStatuses(account, leads.slice(0, 3), { status: 'converted' })],
    [
      'saving the form',
      () => {
        openLeadForm(null)
        return saveLeadForm(null, { contact_name: 'Fred' })
      },
    ],
  ]

  it.each(actions)('%s keeps it in its own organization', async (_, act) => {
    switchInTheMiddle()
    await act()
    await unsent()
    expect(writes().length).toBeGreaterThan(0)
    for (const { url, headers } of writes()) {
      expect(url).toContain(`/organizations/${GREEN}/`)
      expect(headers.get('X-Organization-ID')).toBe(GREEN)
    }
    expect($account.get()?.organizationId).toBe(FRESH)
    expect([$bulkRun.get(), $leadForm.get(), [...$selectedIds.get()]]).toEqual([null, null, []])
  })

  it('a removal sends it to its own organization when it is due', async () => {
    const { id } = first()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    onTestFinished(() => void vi.useRealTimers())
    await deleteLead(account, first())
    signInTo(FRESH)
    expect($outbox.get().removals).toEqual([])
    expect(writes()).toEqual([])
    await vi.advanceTimersByTimeAsync(REMOVAL_DELAY)
    await eventually(() => expect(writes()).toHaveLength(1))
    expect(writes()[0]).toMatchObject({
      method: 'DELETE',
      url: expect.stringContaining(`/${GREEN}/leads/${id}`),
    })
    await unsent()
  })

  it('a bulk change keeps its Undo and Retry in its own organization', async () => {
    network.plan(faults.json({}), faults.forbidden)
    await changeStatuses(account, leads.slice(0, 2), { status: 'converted' })
    const { undo, tryAgain } = $bulkRun.get() ?? {}
    signInTo(FRESH)
    expect($bulkRun.get()).toBeNull()
    await tryAgain?.()
    await undo?.()
    await unsent()
    for (const { url } of writes()) expect(url).toContain(`/${GREEN}/`)
    expect($bulkRun.get()).toBeNull()
  })

  it('everything else clears it', async () => {
    selectLeads([first().id])
    startCall(first().id)
    resumeCall()
    const asked = statusChange('lost', 1)
    signInTo(FRESH)
    expect(await asked).toBeNull()
    resumeCall()
    expect([$lossQuestion.get(), $calledLead.get(), [...$selectedIds.get()]]).toEqual([null, null, []])
  })

  it.each([
    ['a disconnect of HubSpot', faults.json({})],
    ['a refused disconnect of HubSpot', faults.forbidden],
  ])('%s shows no result in the other one', async (_, answer) => {
    network.plan(async () => {
      signInTo(FRESH)
      return answer()
    })
    await disconnectHubspot()
    expect(writes()[0]?.headers.get('X-Organization-ID')).toBe(GREEN)
    expect([$hubspotNotice.get(), $hubspotWork.get()]).toEqual([null, 'idle'])
  })
})

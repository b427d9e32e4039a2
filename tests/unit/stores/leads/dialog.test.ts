import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { configure } from '../../../../src/api/client.ts'
import {
  $dialogLead,
  $panelLead,
  closeLeadDialog,
  closeLeadPanel,
  followLeadDialog,
  openLeadDialog,
  openLeadPanel,
} from '../../../../src/stores/leads/dialog.ts'
import {
  $allLeads,
  $leadView,
  changeLeadView,
  closeLeadList,
  openLeadList,
  searchLeads,
} from '../../../../src/stores/leads/list.ts'
import { $lead, $leadId } from '../../../../src/stores/leads/page.ts'
import { connectConsole } from '../../../support/console.ts'
import { eventually } from '../../../support/eventually.ts'
import { stubHistory } from '../../../support/history.ts'
import { sharedServer } from '../../../support/server.ts'
import { signInTo, signOutNow } from '../../../support/session.ts'
import { stopStores } from '../../../support/stop-stores.ts'

const server = await sharedServer()
let history: ReturnType<typeof stubHistory>
let closes: (() => void)[]
let first: string
let second: string

/** Opens the Leads screen at a URL, and waits for the leads. */
async function openScreen(path: string): Promise<void> {
  history = stubHistory(vi.stubGlobal, path)
  openLeadList()
  closes.push(
    $lead.subscribe(() => {}),
    followLeadDialog(),
  )
  const { data } = await eventually(() => {
    expect($allLeads.get().data).toHaveLength(60)
    return $allLeads.get()
  })
  const [one, two] = data ?? []
  first = one?.id ?? ''
  second = two?.id ?? ''
}

beforeEach(async () => {
  connectConsole(server)
  signInTo('org_greenacres')
  closes = []
  await openScreen('/leads?status=new')
})
afterEach(() => {
  stopStores(closes)
  closeLeadList()
  signOutNow()
  configure()
  vi.unstubAllGlobals()
})

describe('the lead dialog', () => {
  it('shows the lead and adds one history entry, for any number of leads', () => {
    openLeadDialog(first)
    expect($dialogLead.get()).toBe(first)
    expect($lead.get()).toMatchObject({ status: 'ready', lead: { id: first } })
    openLeadDialog(second)
    expect($dialogLead.get()).toBe(second)
    expect($lead.get()).toMatchObject({ status: 'ready', lead: { id: second } })
    expect(history.entries()).toEqual(['/leads?status=new', `/leads?status=new&lead=${second}`])
  })

  it('closes on Back, and opens again on Forward', () => {
    openLeadDialog(first)
    history.back()
    expect($dialogLead.get()).toBeNull()
    expect($leadId.get()).toBeNull()
    history.forward()
    expect($dialogLead.get()).toBe(first)
  })

  it('closes like Back does', () => {
    openLeadDialog(first)
    closeLeadDialog()
    expect($dialogLead.get()).toBeNull()
    // Else its details would be requested from the next organization.
    expect($leadId.get()).toBeNull()
    expect(history.shown()).toBe('/leads?status=new')
    closeLeadDialog()
    expect(history.shown()).toBe('/leads?status=new')
    expect(history.entries()).toHaveLength(2)
  })

  it('opened by its URL stays on the page when it closes', async () => {
    stopStores(closes)
    closes = []
    await openScreen(`/leads?status=new&lead=${second}`)
    expect($dialogLead.get()).toBe(second)
    expect($lead.get()).toMatchObject({ lead: { id: second } })
    closeLeadDialog()
    expect($dialogLead.get()).toBeNull()
    expect(history.entries()).toEqual(['/leads?status=new'])
  })

  it('keeps pending typing in the URL of the list below it', () => {
    searchLeads('maple')
    openLeadDialog(first)
    expect(history.entries()).toEqual([
      '/leads?status=new&search=maple',
      `/leads?status=new&search=maple&lead=${first}`,
    ])
    history.back()
    expect($leadView.get()).toMatchObject({ search: 'maple', status: 'new' })
  })

  it('restores the view of the list below it on Back', () => {
    openLeadDialog(first)
    changeLeadView({ status: 'lost' })
    expect(history.shown()).toBe(`/leads?status=lost&lead=${first}`)
    history.back()
    expect($leadView.get().status).toBe('new')
  })

  it('closes when the owner changes', () => {
    openLeadDialog(first)
    signInTo('org_freshcut')
    expect($dialogLead.get()).toBeNull()
    expect(history.shown()).not.toContain(first)
  })

  it('is closed, and follows nothing, once the screen is left', () => {
    openLeadDialog(first)
    closes.pop()?.()
    expect($dialogLead.get()).toBeNull()
    closeLeadDialog()
    expect(history.shown()).toContain(first)
    history.back()
    history.forward()
    expect($dialogLead.get()).toBeNull()
  })
})

describe('the panel beside the list', () => {
  it('shows the lead and adds one history entry, for any number of leads', () => {
    openLeadPanel(first)
    expect($panelLead.get()).toBe(first)
    openLeadPanel(second)
    expect($lead.get()).toMatchObject({ status: 'ready', lead: { id: second } })
    expect(history.entries()).toEqual(['/leads?status=new', `/leads?status=new&panel=${second}`])
  })

  it('closes like Back does', () => {
    openLeadPanel(first)
    closeLeadPanel()
    expect($panelLead.get()).toBeNull()
    expect($leadId.get()).toBeNull()
    expect(history.shown()).toBe('/leads?status=new')
    history.forward()
    expect($panelLead.get()).toBe(first)
    history.back()
    expect($panelLead.get()).toBeNull()
  })

  it('keeps a view that was chosen while it was open', () => {
    openLeadPanel(first)
    changeLeadView({ status: 'lost' })
    closeLeadPanel()
    expect($leadView.get().status).toBe('lost')
    expect(history.shown()).toBe('/leads?status=lost')
  })

  it('opened by its URL stays on the page when it closes', async () => {
    stopStores(closes)
    closes = []
    await openScreen(`/leads?panel=${second}`)
    expect($panelLead.get()).toBe(second)
    expect($lead.get()).toMatchObject({ lead: { id: second } })
    closeLeadPanel()
    expect(history.entries()).toEqual(['/leads'])
  })

  it('and the dialog replace each other, and closing returns to the list', () => {
    openLeadPanel(first)
    openLeadDialog(second)
    expect([$panelLead.get(), $dialogLead.get()]).toEqual([null, second])
    expect($lead.get()).toMatchObject({ lead: { id: second } })
    expect(history.entries()).toEqual(['/leads?status=new', `/leads?status=new&lead=${second}`])
    openLeadPanel(first)
    expect([$panelLead.get(), $dialogLead.get()]).toEqual([first, null])
    openLeadDialog(first)
    closeLeadDialog()
    expect([$panelLead.get(), $dialogLead.get(), $leadId.get()]).toEqual([null, null, null])
    expect(history.shown()).toBe('/leads?status=new')
  })

  it('closes when the owner changes', () => {
    openLeadPanel(first)
    signInTo('org_freshcut')
    expect($panelLead.get()).toBeNull()
    expect(history.shown()).not.toContain(first)
  })

  it('closes in browsers that go back later when the owner changes', async () => {
    openLeadPanel(first)
    openLeadDialog(second)
    const back = globalThis.history.back
    vi.spyOn(globalThis.history, 'back').mockImplementation(() => queueMicrotask(back))
    signInTo('org_freshcut')
    await eventually(() => expect(history.shown()).not.toContain(second))
    expect([$dialogLead.get(), $panelLead.get(), $leadId.get()]).toEqual([null, null, null])
    expect(history.shown()).not.toContain(first)
  })
})

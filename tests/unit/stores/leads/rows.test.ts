import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { configure } from '../../../../src/api/client.ts'
import {
  $leadSearch,
  $leadView,
  changeLeadView,
  clearLeadFilters,
  closeLeadList,
  flushSearch,
  openLeadList,
  searchLeads,
} from '../../../../src/stores/leads/list.ts'
import { $shownLeads, stepPage } from '../../../../src/stores/leads/rows.ts'
import { connectConsole, stubAddress } from '../../../support/console.ts'
import { eventually } from '../../../support/eventually.ts'
import { stubFrames } from '../../../support/frames.ts'
import { sharedServer } from '../../../support/server.ts'
import { signInTo, signOutNow } from '../../../support/session.ts'
import { stopStores } from '../../../support/stop-stores.ts'

const server = await sharedServer()
let address: ReturnType<typeof stubAddress>
let frames: ReturnType<typeof stubFrames>
let closes: (() => void)[]

/** Opens the list of 60 leads at a URL and waits for its rows. */
beforeEach(async () => {
  connectConsole(server)
  address = stubAddress(vi.stubGlobal, '/leads')
  frames = stubFrames(vi.stubGlobal)
  signInTo('org_greenacres')
  closes = [$shownLeads.subscribe(() => {})]
  openLeadList()
  await eventually(() => expect($shownLeads.get().leads).toHaveLength(60))
})
afterEach(() => {
  stopStores(closes)
  closeLeadList()
  signOutNow()
  configure()
  vi.unstubAllGlobals()
})

const shownPage = () => $shownLeads.get().page

describe('the requested page', () => {
  it('is known immediately, and its rows after the next frame', async () => {
    searchLeads('tree')
    expect([$leadView.get().search, $shownLeads.get().view.search]).toEqual(['tree', ''])
    await frames.paint()
    const { view, leads = [] } = $shownLeads.get()
    expect(view.search).toBe('tree')
    expect(leads.length).toBeGreaterThan(0)
    expect(leads.length).toBeLessThan(60)
  })

  it('moves two pages if requested twice between two frames', async () => {
    stepPage(1)
    stepPage(1)
    expect([$leadView.get().page, shownPage()]).toEqual([3, 1])
    await frames.paint()
    expect(shownPage()).toBe(3)
    stepPage(1)
    stepPage(-1)
    await frames.paint()
    expect(shownPage()).toBe(2)
  })

  it('starts from the last page if the URL names a later one', async () => {
    address.open('/leads?page=99')
    openLeadList()
    expect(shownPage()).toBe(3)
    stepPage(-1)
    await frames.paint()
    expect(shownPage()).toBe(2)
  })

  it('is the last of several requests', async () => {
    changeLeadView({ status: 'lost' })
    searchLeads('nothing like it')
    clearLeadFilters()
    await frames.paint()
    expect($shownLeads.get().leads).toHaveLength(60)
    expect($leadSearch.get()).toBe('')
  })

  it('is current before the URL gets another history entry', () => {
    changeLeadView({ page: 2 })
    expect($leadSearch.get()).toBe('')
    flushSearch()
    expect([shownPage(), $leadSearch.get(), address.shown()]).toEqual([2, '?page=2', '/leads?page=2'])
  })
})

it('follows the URL without waiting for a frame', () => {
  address.open('/leads?page=2&sort=lead')
  openLeadList()
  expect(shownPage()).toBe(2)
})

import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { configure } from '../../../../src/api/client.ts'
import { fetchDataRights } from '../../../../src/api/privacy.ts'
import { $dataTask, eraseData, exportData } from '../../../../src/stores/organization/data-rights.ts'
import { countWaiting, submitChange } from '../../../../src/stores/outbox/outbox.ts'
import { changeDraft, hasDrafts } from '../../../../src/stores/settings/draft.ts'
import { connectConsole } from '../../../support/console.ts'
import { faults } from '../../../support/faults.ts'
import { sharedServer } from '../../../support/server.ts'
import { signInTo, signOutNow } from '../../../support/session.ts'

const GREEN = 'org_greenacres'

const server = await sharedServer()
let network: ReturnType<typeof connectConsole>
let click: ReturnType<typeof vi.fn>

beforeEach(() => {
  network = connectConsole(server)
  click = vi.fn()
  vi.stubGlobal('document', { createElement: () => ({ click }) })
  signInTo(GREEN)
})
afterEach(() => {
  signOutNow()
  configure()
  vi.unstubAllGlobals()
})

const tasks: [string, () => Promise<boolean>, number][] = [
  ['an export', exportData, 1],
  ['an erasure', () => eraseData('Green Acres Lawn & Landscape'), 0],
]

describe.each(tasks)('%s', (_, run, files) => {
  it('says that it is done', async () => {
    expect(await run()).toBe(true)
    expect(click).toHaveBeenCalledTimes(files)
    expect($dataTask.get()).toBeNull()
  })

  it('rejects when the server refuses', async () => {
    network.plan(faults.forbidden)
    await expect(run()).rejects.toThrow('Not yours')
    expect($dataTask.get()).toBeNull()
  })

  it.each([
    ['is done', (request: Request) => server.app.api.fetch(request)],
    ['fails', faults.forbidden],
  ])('says nothing in another organization when it %s', async (_outcome, answer) => {
    network.plan((request) => {
      signInTo('org_freshcut')
      expect($dataTask.get()).toBeNull()
      return answer(request)
    })
    expect(await run()).toBe(false)
    expect(click).not.toHaveBeenCalled()
  })
})

describe('an erasure', () => {
  it('forgets the changes and the settings draft of the organization on this device', async () => {
    vi.unstubAllGlobals()
    const owner = { userId: 'user_owner', organizationId: GREEN }
    network.plan(faults.drop)
    expect(await submitChange(owner, { type: 'create', leadId: 'lead_late', fields: {} })).toBe('waiting')
    changeDraft(owner, () => ({ agent_name: { base: 'Fern', mine: 'Ivy' } }))
    expect(await countWaiting('user_owner')).toBe(1)
    expect(await eraseData('Green Acres Lawn & Landscape')).toBe(true)
    expect(await countWaiting('user_owner')).toBe(0)
    await vi.waitFor(async () => expect(await hasDrafts('user_owner')).toBe(false))
  })
})

describe('whether the API exports', () => {
  it('is known from its answer', async () => {
    expect(await fetchDataRights(GREEN)).toBe(true)
  })

  it.each([404, 405, 501])('is known from %i', async (status) => {
    network.plan(() => new Response(null, { status }))
    expect(await fetchDataRights(GREEN)).toBe(false)
  })

  it('is unknown when it cannot be reached', async () => {
    network.plan(faults.drop)
    await expect(fetchDataRights(GREEN)).rejects.toThrow('The server could not be reached')
  })
})

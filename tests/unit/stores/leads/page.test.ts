import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { configure } from '../../../../src/api/client.ts'
import { $conversation, $lead, openLeadPage } from '../../../../src/stores/leads/page.ts'
import { buildLead } from '../../../support/build-lead.ts'
import { connectConsole, stubAddress } from '../../../support/console.ts'
import { eventually } from '../../../support/eventually.ts'
import { faults } from '../../../support/faults.ts'
import { sharedServer } from '../../../support/server.ts'
import { signInTo, signOutNow } from '../../../support/session.ts'
import { stopStores } from '../../../support/stop-stores.ts'

const server = await sharedServer()
let network: ReturnType<typeof connectConsole>
let closes: (() => void)[]

beforeEach(() => {
  network = connectConsole(server)
  signInTo('org_greenacres')
  closes = []
})
afterEach(() => {
  stopStores(closes)
  signOutNow()
  configure()
  vi.unstubAllGlobals()
})

function openPage(id: string) {
  stubAddress(vi.stubGlobal, `/leads/${id}`)
  openLeadPage()
  closes.push(
    $lead.subscribe(() => {}),
    $conversation.subscribe(() => {}),
  )
}

describe('the lead page', () => {
  it('reads the lead from the list and its conversation from the server', async () => {
    const { id } = await server.deps.db
      .selectFrom('leads')
      .select('id')
      .where('organization_id', '=', 'org_greenacres')
      .where('conversation_id', 'is not', null)
      .executeTakeFirstOrThrow()
    openPage(id)
    expect($lead.get().status).toBe('loading')
    await eventually(() => expect($conversation.get().status).toBe('ready'))
    expect($lead.get()).toMatchObject({ status: 'ready', lead: { id } })
    expect($conversation.get().data?.messages.length).toBeGreaterThan(0)
  })

  it('requests no conversation if the lead has none', async () => {
    const list = faults.json([buildLead({ id: 'by hand', conversation_id: null })])
    network.plan(list)
    openPage('by%20hand')
    await eventually(() => expect($lead.get().status).toBe('ready'))
    expect($conversation.get().status).toBe('idle')
    expect(network.requests).toHaveLength(1)
  })

  it.each(['nope', '', '%', 'a%2Fb'])('is missing for the id %j', async (id) => {
    openPage(id)
    await eventually(() => expect($lead.get().status).toBe('missing'))
    expect($conversation.get().status).toBe('idle')
  })

  it('fails with the list and offers a retry', async () => {
    network.plan(faults.tooManyRequests)
    openPage('nope')
    await eventually(() => expect($lead.get().status).toBe('failed'))
    expect($lead.get().error?.message).toBe('Slow down')
    await $lead.get().refetch()
    await eventually(() => expect($lead.get().status).toBe('missing'))
  })

  it('shows the lead if its conversation fails', async () => {
    const list = faults.json([buildLead({ id: 'lead_1' })])
    network.plan(list, faults.webPage)
    network.plan(faults.webPage, faults.webPage)
    configure({ getToken: async () => 'token' })
    // It loads on demand, which the fake clock doesn't wait for.
    await import('../../../../src/api/tolerant-response.ts')
    vi.useFakeTimers()
    openPage('lead_1')
    await vi.advanceTimersByTimeAsync(10_000)
    vi.useRealTimers()
    expect($lead.get().status).toBe('ready')
    expect($conversation.get()).toMatchObject({ status: 'failed', error: { name: 'BadResponseError' } })
  })
})

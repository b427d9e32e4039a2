import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { configure } from '../../../../src/api/client.ts'
import { $calendars } from '../../../../src/stores/integrations/calendars.ts'
import { $catalog } from '../../../../src/stores/integrations/catalog.ts'
import {
  $googleFinishing,
  $googleResult,
  readGoogleResult,
  retryGoogle,
} from '../../../../src/stores/integrations/google.ts'
import {
  $hubspotNotice,
  $isFinishingHubspot,
  closeHubspotNotice,
  connectHubspot,
  dismissHubspotNotice,
  readHubspotResult,
} from '../../../../src/stores/integrations/hubspot.ts'
import { connectConsole, stubAddress } from '../../../support/console.ts'
import { eventually } from '../../../support/eventually.ts'
import { faults } from '../../../support/faults.ts'
import { sharedServer } from '../../../support/server.ts'
import { setSession, signInTo, signOutNow } from '../../../support/session.ts'

const GREEN = 'org_greenacres'
const HUBSPOT_PATH = '/api/v1/integrations/hubspot/connect'

const server = await sharedServer()
let network: ReturnType<typeof connectConsole>
let address: ReturnType<typeof stubAddress>
let close: () => void

/** Opens the page as the script in the head leaves it after a return from a consent page. */
function comeBack(provider: string): void {
  address = stubAddress(vi.stubGlobal, `/integrations?category=crm&${provider}=expired`)
  vi.stubGlobal('window', { fieldhandApproval: { provider, code: 'the-code', state: 'the-state' } })
}

beforeEach(async () => {
  await server.deps.db.deleteFrom('integration_connections').execute()
  network = connectConsole(server)
  signInTo(GREEN)
  const stops = [$catalog.subscribe(() => {}), $hubspotNotice.subscribe(() => {})]
  close = () => {
    for (const stop of stops) stop()
  }
  await eventually(() => expect($catalog.get().hubspot).toBe('disconnected'))
  await eventually(() => expect($calendars.get().status).toBe('ready'))
})
afterEach(() => {
  dismissHubspotNotice()
  $googleResult.set(null)
  close()
  signOutNow()
  configure()
  vi.unstubAllGlobals()
})

const sent = async () =>
  Promise.all(
    network.requests
      .filter(({ method }) => method === 'POST')
      .map(async (request) => ({
        path: new URL(request.url).pathname,
        organizationId: request.headers.get('X-Organization-ID'),
        body: await request.json(),
      })),
  )
const notice = (text: string | RegExp) => eventually(() => expect($hubspotNotice.get()?.text).toMatch(text))

async function connectOnServer(): Promise<void> {
  await server.deps.db
    .insertInto('integration_connections')
    .values({ organization_id: GREEN, provider: 'hubspot', account: 'a', connected_at: server.clock.now() })
    .execute()
}

describe('back from the consent page of HubSpot', () => {
  it('the approval is sent once, by the signed-in member for their organization', async () => {
    comeBack('hubspot')
    await connectOnServer()
    network.plan(faults.json({ result: 'connected' }))
    readHubspotResult()
    readHubspotResult()
    expect($hubspotNotice.get()).toEqual({ tone: 'busy', text: 'Connecting HubSpot…' })
    expect($isFinishingHubspot.get()).toBe(true)
    // Until there is a result, a page that is loaded again says that the request has expired.
    expect(address.shown()).toBe('/integrations?category=crm&hubspot=expired')
    await notice('HubSpot is connected.')
    expect(address.shown()).toBe('/integrations?category=crm')
    const approval = { code: 'the-code', state: 'the-state' }
    expect(await sent()).toEqual([{ path: HUBSPOT_PATH, organizationId: GREEN, body: approval }])
    await eventually(() => expect($catalog.get().hubspotAccount).toBe('a'))
  })

  it('an attempt that the server does not know says what to do', async () => {
    comeBack('hubspot')
    readHubspotResult()
    await notice('The connection request to HubSpot has expired. Choose Connect to try again.')
    expect(address.shown()).toBe('/integrations?category=crm')
  })

  it.each([
    ['failed', 'HubSpot could not be connected. Choose Connect to try again.'],
    [
      'other_organization',
      'You started to connect HubSpot in another organization. To connect it here, choose Connect.',
    ],
  ])('the result %s says what to do', async (result, text) => {
    comeBack('hubspot')
    network.plan(faults.json({ result }))
    readHubspotResult()
    await notice(text)
    expect($isFinishingHubspot.get()).toBe(false)
  })

  it('a refusal shows its reason', async () => {
    comeBack('hubspot')
    network.plan(faults.forbidden)
    readHubspotResult()
    await notice('HubSpot could not be connected. Not yours')
    expect($hubspotNotice.get()?.retry).toBeUndefined()
  })

  it('waits for the session', async () => {
    setSession({ status: 'loading' })
    comeBack('hubspot')
    readHubspotResult()
    expect($hubspotNotice.get()?.text).toBe('Connecting HubSpot…')
    expect(await sent()).toEqual([])
    network.plan(faults.json({ result: 'failed' }))
    signInTo(GREEN)
    await eventually(async () => expect(await sent()).toHaveLength(1))
    await eventually(() => expect($isFinishingHubspot.get()).toBe(false))
  })

  it('tells another organization nothing of the result', async () => {
    comeBack('hubspot')
    let answer = (_: Response) => {}
    network.plan(
      () =>
        new Promise((resolve) => {
          answer = resolve
        }),
    )
    readHubspotResult()
    await eventually(async () => expect(await sent()).toHaveLength(1))
    signInTo('org_freshcut')
    answer(Response.json({ result: 'connected' }))
    await eventually(() => expect($isFinishingHubspot.get()).toBe(false))
    expect($hubspotNotice.get()).toBeNull()
  })
})

describe('if the server cannot be reached', () => {
  it('the same approval can be sent again, also after the notice was left', async () => {
    comeBack('hubspot')
    network.plan(faults.drop)
    readHubspotResult()
    await notice(/^HubSpot is not connected yet\. The server could not be reached/)
    closeHubspotNotice()
    const again = $hubspotNotice.get()?.retry
    network.plan(faults.json({ result: 'failed' }))
    await again?.()
    const [first, second] = await sent()
    expect(second).toEqual(first)
    await notice('HubSpot could not be connected.')
  })

  it('and the response was lost, a retry asks whether HubSpot is connected', async () => {
    comeBack('hubspot')
    network.plan(faults.drop)
    readHubspotResult()
    await notice(/not connected yet/)
    await $hubspotNotice.get()?.retry?.()
    await notice('HubSpot could not be connected.')

    comeBack('hubspot')
    network.plan(faults.drop)
    readHubspotResult()
    await notice(/not connected yet/)
    await connectOnServer()
    await $hubspotNotice.get()?.retry?.()
    await notice('HubSpot is connected.')
  })

  it('the owner can connect again instead', async () => {
    comeBack('hubspot')
    network.plan(faults.drop)
    readHubspotResult()
    await notice(/not connected yet/)
    Object.assign(globalThis.location, { assign: () => {} })
    await connectHubspot()
    expect($hubspotNotice.get()).toBeNull()
    expect(address.shown()).toBe('/integrations?category=crm')
  })
})

describe('back from the consent page of Google', () => {
  it('the approval is not taken for HubSpot, and connects the calendar', async () => {
    comeBack('google')
    network.plan(faults.json({ result: 'connected' }))
    readHubspotResult()
    expect($hubspotNotice.get()).toBeNull()
    expect(readGoogleResult()).toBe(true)
    expect($googleFinishing.get()).toEqual({ problem: null })
    await eventually(() => expect($googleResult.get()).toEqual({ result: 'connected' }))
    expect(address.shown()).toBe('/integrations?category=crm')
    const [request] = await sent()
    expect(request?.path).toBe('/api/v1/integrations/google/connect')
  })

  it('a failure of the network can be retried, and a refusal shows its reason', async () => {
    comeBack('google')
    network.plan(faults.badGateway)
    readGoogleResult()
    await eventually(() => expect($googleFinishing.get()?.problem).toBeTruthy())
    network.plan(faults.forbidden)
    await retryGoogle()
    expect($googleFinishing.get()).toBeNull()
    expect($googleResult.get()).toEqual({ result: 'failed', reason: 'Not yours' })
  })

  it('the result of another API server is in the URL', () => {
    address = stubAddress(vi.stubGlobal, '/integrations?google=cancelled')
    expect(readGoogleResult()).toBe(true)
    expect($googleResult.get()).toEqual({ result: 'cancelled' })
    expect(address.shown()).toBe('/integrations')
    expect(readGoogleResult()).toBe(false)
  })
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { configure } from '../../../../src/api/client.ts'
import { $catalog } from '../../../../src/stores/integrations/catalog.ts'
import {
  $hubspotNotice,
  $hubspotWork,
  closeHubspotNotice,
  connectHubspot,
  disconnectHubspot,
  readHubspotResult,
  returnFromHubspot,
} from '../../../../src/stores/integrations/hubspot.ts'
import { connectConsole, ORIGIN, stubAddress } from '../../../support/console.ts'
import { eventually } from '../../../support/eventually.ts'
import { faults } from '../../../support/faults.ts'
import { sharedServer } from '../../../support/server.ts'
import { signInTo, signOutNow } from '../../../support/session.ts'

const server = await sharedServer()
let network: ReturnType<typeof connectConsole>
let left: string[]
let close: () => void

function openPage(path: string) {
  const address = stubAddress(vi.stubGlobal, path)
  left = []
  Object.assign(globalThis.location, { assign: (url: string) => left.push(url) })
  return address
}

beforeEach(async () => {
  await server.deps.db.deleteFrom('integration_connections').execute()
  network = connectConsole(server)
  openPage('/integrations')
  signInTo('org_greenacres')
  const stops = [$catalog.subscribe(() => {}), $hubspotNotice.subscribe(() => {})]
  close = () => {
    for (const stop of stops) stop()
  }
})
afterEach(() => {
  close()
  returnFromHubspot()
  closeHubspotNotice()
  signOutNow()
  configure()
  vi.unstubAllGlobals()
})

const connection = () => $catalog.get().hubspot
const known = (state: string) => eventually(() => expect(connection()).toBe(state))

async function connectOnServer(): Promise<void> {
  await server.deps.db
    .insertInto('integration_connections')
    .values({
      organization_id: 'org_greenacres',
      provider: 'hubspot',
      account: 'portal-7',
      connected_at: server.clock.now(),
    })
    .execute()
}

describe('connecting', () => {
  it('navigates to the consent page once, however often it is clicked, with the return URL', async () => {
    openPage('/integrations?category=crm')
    await Promise.all([connectHubspot(), connectHubspot()])
    expect(left).toHaveLength(1)
    expect(new URL(left[0] ?? '').pathname).toBe('/__local/hubspot/oauth/authorize')
    expect($hubspotWork.get()).toBe('connecting')
    const asked = network.requests
      .map(({ url }) => new URL(url))
      .filter((url) => url.pathname.endsWith('/auth'))
    expect(asked.map(({ searchParams }) => searchParams.get('return_to'))).toEqual([
      `${ORIGIN}/integrations?category=crm`,
    ])
    returnFromHubspot()
    expect($hubspotWork.get()).toBe('idle')
  })

  it('shows the reason if the server refuses, and can be retried', async () => {
    await known('disconnected')
    network.plan(faults.forbidden)
    await connectHubspot()
    expect($hubspotNotice.get()).toEqual({ tone: 'error', text: 'HubSpot could not be connected. Not yours' })
    await connectHubspot()
    expect(left).toHaveLength(1)
    expect($hubspotNotice.get()).toBeNull()
  })

  it('only navigates to web URLs', async () => {
    await known('disconnected')
    network.plan(faults.json({ auth_url: 'javascript:alert(1)' }))
    await connectHubspot()
    expect(left).toEqual([])
    expect($hubspotNotice.get()?.tone).toBe('error')
  })
})

describe('returning from HubSpot', () => {
  it('shows the connection only after the server reports it', async () => {
    const address = openPage('/integrations?hubspot=connected&category=crm')
    readHubspotResult()
    expect(address.shown()).toBe('/integrations?category=crm')
    expect($hubspotNotice.get()).toBeNull()
    await known('disconnected')
    expect($hubspotNotice.get()?.tone).toBe('error')
    await connectOnServer()
    signInTo('org_freshcut')
    expect($hubspotNotice.get()).toBeNull()
    signInTo('org_greenacres')
    openPage('/integrations?hubspot=connected')
    readHubspotResult()
    await known('connected')
    expect($hubspotNotice.get()).toEqual({ tone: 'success', text: 'HubSpot is connected.' })
  })

  it.each([
    ['cancelled', 'info'],
    ['expired', 'error'],
    ['failed', 'error'],
  ])('reports %s', (result, tone) => {
    const address = openPage(`/integrations?hubspot=${result}`)
    readHubspotResult()
    expect($hubspotNotice.get()?.tone).toBe(tone)
    expect(address.shown()).toBe('/integrations')
  })

  it('ignores unknown results', () => {
    const address = openPage('/integrations?hubspot=%3Cb%3E')
    readHubspotResult()
    expect($hubspotNotice.get()).toBeNull()
    expect(address.shown()).toBe('/integrations')
  })
})

describe('disconnecting', () => {
  it('shows the confirmed result immediately', async () => {
    await connectOnServer()
    await known('connected')
    expect($catalog.get().hubspotAccount).toBe('portal-7')
    expect(await disconnectHubspot()).toBe(true)
    expect(connection()).toBe('disconnected')
    expect($hubspotNotice.get()?.text).toBe('HubSpot is disconnected.')
  })

  it('finds out whether a request without a response has disconnected', async () => {
    await connectOnServer()
    await known('connected')
    network.plan(faults.drop, faults.drop)
    expect(await disconnectHubspot()).toBe(false)
    expect($hubspotNotice.get()?.text).toMatch(
      /^HubSpot may still be connected\. The server could not be reached/,
    )
    network.plan(async (request) => {
      await server.app.api.fetch(request)
      return faults.drop()
    })
    expect(await disconnectHubspot()).toBe(true)
    expect($hubspotNotice.get()?.text).toBe('HubSpot is disconnected.')
    expect(connection()).toBe('disconnected')
  })

  it('keeps the connection if it fails, and shows the reason', async () => {
    await connectOnServer()
    await known('connected')
    network.plan(faults.drop)
    expect(await disconnectHubspot()).toBe(false)
    expect(connection()).toBe('connected')
    expect($hubspotNotice.get()?.text).toMatch(
      /^HubSpot is still connected\. The server could not be reached/,
    )
    expect($hubspotWork.get()).toBe('idle')
  })
})

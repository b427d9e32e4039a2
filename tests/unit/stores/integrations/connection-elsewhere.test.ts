import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { configure } from '../../../../src/api/client.ts'
import { $calendarConnections } from '../../../../src/stores/integrations/calendar-services.ts'
import { $catalog } from '../../../../src/stores/integrations/catalog.ts'
import { $hubspotConnection } from '../../../../src/stores/integrations/hubspot-connection.ts'
import { connectConsole } from '../../../support/console.ts'
import { eventually } from '../../../support/eventually.ts'
import { fillHubspot } from '../../../support/fill-hubspot.ts'
import { sharedServer } from '../../../support/server.ts'
import { signInTo, signOutNow } from '../../../support/session.ts'

const ORGANIZATION = 'org_greenacres'

const server = await sharedServer()
const { db } = server.deps
let close: () => void

beforeEach(async () => {
  await db.deleteFrom('integration_connections').execute()
  await db.deleteFrom('calendar_connections').execute()
  const at = server.clock.now()
  await db
    .insertInto('integration_connections')
    .values({ organization_id: ORGANIZATION, provider: 'hubspot', account: 'portal-7', connected_at: at })
    .execute()
  await fillHubspot(db, ORGANIZATION, at)
  await db
    .insertInto('calendar_connections')
    .values({
      ...{
        organization_id: ORGANIZATION,
        service: 'google',
        account: 'owner@example.com',
        sealed: 'zsealed',
      },
      settings: JSON.stringify({ choice: { id: 'main', name: 'Main', detail: null } }),
      connected_at: at,
    })
    .execute()
  connectConsole(server)
  signInTo(ORGANIZATION)
  const stores = [$catalog, $hubspotConnection, $calendarConnections.google]
  const stops = stores.map((store) => store.subscribe(() => {}))
  close = () => {
    for (const stop of stops) stop()
  }
  await eventually(() => {
    expect($hubspotConnection.get().data?.state).toBe('active')
    expect($calendarConnections.google.get().data?.state).toBe('active')
  })
})
afterEach(async () => {
  close()
  signOutNow()
  configure()
  vi.unstubAllGlobals()
  await db.deleteFrom('hubspot_transfers').execute()
})

const readAgain = () =>
  Promise.all([$hubspotConnection.get().refetch(), $calendarConnections.google.get().refetch()])

it('ends in the catalog when the connection turns out to have ended elsewhere', async () => {
  await db.deleteFrom('integration_connections').execute()
  await db.deleteFrom('calendar_connections').execute()
  await readAgain()
  await eventually(() => {
    expect($catalog.get()).toMatchObject({ hubspot: 'disconnected', calendars: [] })
    expect($hubspotConnection.get().status).toBe('idle')
  })
})

it('needs a reconnection in the catalog as soon as the connection turns out to be revoked', async () => {
  await db.updateTable('hubspot_connections').set({ state: 'revoked', reason: 'Gone' }).execute()
  await db.updateTable('calendar_connections').set({ state: 'revoked', reason: 'Gone' }).execute()
  await readAgain()
  await eventually(() => expect($catalog.get().broken).toEqual(['hubspot', 'google-calendar']))
})

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { configure } from '../../../../src/api/client.ts'
import {
  $catalogue,
  chooseCategory,
  clearCatalogueFilter,
  LOADING_CATALOGUE,
  readCatalogueAddress,
  searchCatalogue,
} from '../../../../src/stores/integrations/catalog.ts'
import { stubAddress } from '../../../support/console.ts'
import { faults } from '../../../support/faults.ts'
import { signInTo, signOutNow } from '../../../support/session.ts'

let address: ReturnType<typeof stubAddress>
let close: () => void

beforeEach(() => {
  address = stubAddress(vi.stubGlobal, '/integrations')
  configure({ fetch: async () => faults.forbidden(), getToken: async () => 'token' })
  signInTo('org_a')
  readCatalogueAddress()
  close = $catalogue.subscribe(() => {})
})
afterEach(() => {
  close()
  signOutNow()
  configure()
  vi.unstubAllGlobals()
})

it('shows all 25 entries before anything has loaded, with HubSpot pending', () => {
  expect(LOADING_CATALOGUE.found).toHaveLength(25)
  expect(LOADING_CATALOGUE.hubspot).toBe('checking')
  expect(LOADING_CATALOGUE.categories.map(({ count }) => count)).toEqual([25, 5, 4, 5, 6, 5])
})

it('keeps search and category in the URL', () => {
  searchCatalogue(' Calendar ')
  chooseCategory('calendar')
  expect(address.shown()).toBe('/integrations?search=Calendar&category=calendar')
  expect($catalogue.get().found).toHaveLength(3)
  clearCatalogueFilter()
  expect(address.shown()).toBe('/integrations')
  expect($catalogue.get().found).toHaveLength(25)
})

it('reads them from the URL, with an unknown category as all', () => {
  address.open('/integrations?search=slack&category=toys')
  readCatalogueAddress()
  expect($catalogue.get()).toMatchObject({ search: 'slack', category: 'all', found: [{ id: 'slack' }] })
})

it('shows the entries and the reason if the status cannot be loaded', async () => {
  await vi.waitFor(() => expect($catalogue.get().hubspot).toBe('unknown'))
  expect($catalogue.get()).toMatchObject({ problem: { reason: 'Not yours' }, needsOrganization: false })
  expect($catalogue.get().found).toHaveLength(25)
})

it('requests an organization instead of showing a failure', () => {
  signInTo(null)
  expect($catalogue.get()).toMatchObject({ needsOrganization: true, problem: null })
})

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { configure } from '../../../../src/api/client.ts'
import {
  $catalog,
  chooseCategory,
  clearCatalogFilter,
  LOADING_CATALOG,
  readCatalogAddress,
  searchCatalog,
} from '../../../../src/stores/integrations/catalog.ts'
import { stubAddress } from '../../../support/console.ts'
import { eventually } from '../../../support/eventually.ts'
import { faults } from '../../../support/faults.ts'
import { signInTo, signOutNow } from '../../../support/session.ts'

let address: ReturnType<typeof stubAddress>
let close: () => void

beforeEach(() => {
  address = stubAddress(vi.stubGlobal, '/integrations')
  configure({ fetch: async () => faults.forbidden(), getToken: async () => 'token' })
  signInTo('org_a')
  readCatalogAddress()
  close = $catalog.subscribe(() => {})
})
afterEach(() => {
  close()
  signOutNow()
  configure()
  vi.unstubAllGlobals()
})

it('shows all 25 entries before anything has loaded, with HubSpot pending', () => {
  expect(LOADING_CATALOG.found).toHaveLength(25)
  expect(LOADING_CATALOG.hubspot).toBe('checking')
  expect(LOADING_CATALOG.categories.map(({ count }) => count)).toEqual([25, 5, 4, 5, 6, 5])
})

it('keeps search and category in the URL', () => {
  searchCatalog(' Calendar ')
  chooseCategory('calendar')
  expect(address.shown()).toBe('/integrations?search=Calendar&category=calendar')
  expect($catalog.get().found).toHaveLength(6)
  clearCatalogFilter()
  expect(address.shown()).toBe('/integrations')
  expect($catalog.get().found).toHaveLength(25)
})

it('reads them from the URL, with an unknown category as all', () => {
  address.open('/integrations?search=slack&category=toys')
  readCatalogAddress()
  expect($catalog.get()).toMatchObject({ search: 'slack', category: 'all', found: [{ id: 'slack' }] })
})

it('shows the entries and the reason if the status cannot be loaded', async () => {
  await eventually(() => expect($catalog.get().hubspot).toBe('unknown'))
  expect($catalog.get()).toMatchObject({ problem: { reason: 'Not yours' } })
  expect($catalog.get().found).toHaveLength(25)
})

it('requests an organization instead of showing a failure', () => {
  signInTo(null)
  expect($catalog.get()).toMatchObject({ problem: null })
})

import { atom, computed, type ReadableAtom } from 'nanostores'
import {
  availableFirst,
  categoryCounts,
  filterIntegrations,
  INTEGRATION_CATEGORIES,
  type Integration,
  type IntegrationCategory,
  integrationCatalogue,
} from '../domain/catalogue.ts'
import { config } from '../platform/config.ts'
import { currentUrl, replaceSearch } from '../platform/navigation.ts'
import { reasonOf } from './failures.ts'
import { $integrationStatus } from './integrations.ts'
import { $session } from './session.ts'

/** Where the console's own people are written to; null when no address is set. */
export const salesEmail = config.salesEmail

export type CategoryChoice = IntegrationCategory | 'all'

/** Why it is not known what is connected; the catalogue stands all the same. */
export interface CatalogueProblem {
  reason: string
  isRetrying: boolean
  retry: () => void
}

/** Section 2, Integrations. */
export interface Catalogue {
  needsOrganization: boolean
  /** `checking` until the server has said, `unknown` when it cannot be asked. */
  hubspot: 'checking' | 'unknown' | 'connected' | 'disconnected'
  hubspotAccount: string | null
  problem: CatalogueProblem | null
  search: string
  category: CategoryChoice
  categories: { value: CategoryChoice; label: string; count: number }[]
  found: Integration[]
}

const $search = atom('')
const $category = atom<CategoryChoice>('all')

/** Looks for entries; what is looked for stands in the address too. */
export function searchCatalogue(text: string): void {
  $search.set(text)
  writeAddress()
}

/** Shows one category, or all. */
export function chooseCategory(category: CategoryChoice): void {
  $category.set(category)
  writeAddress()
}

/** Shows everything again. */
export function clearCatalogueFilter(): void {
  $search.set('')
  $category.set('all')
  writeAddress()
}

/** Takes search and category from the address; what is no category counts as all. */
export function readCatalogueAddress(): void {
  const { searchParams } = currentUrl()
  const category = searchParams.get('category')
  $search.set(searchParams.get('search') ?? '')
  $category.set(INTEGRATION_CATEGORIES.find(({ value }) => value === category)?.value ?? 'all')
}

function writeAddress(): void {
  const category = $category.get()
  replaceSearch({ search: $search.get().trim(), category: category === 'all' ? null : category })
}

function catalogueOf(
  known: Pick<Catalogue, 'needsOrganization' | 'hubspot' | 'hubspotAccount' | 'problem'>,
  jobber: boolean,
  search: string,
  category: CategoryChoice,
): Catalogue {
  const all = integrationCatalogue({ hubspot: known.hubspot === 'connected', jobber })
  return {
    ...known,
    search,
    category,
    categories: [{ value: 'all', label: 'All', count: all.length }, ...categoryCounts(all)],
    found: availableFirst(filterIntegrations(all, search, category)),
  }
}

/** The catalogue before anything is known; so it stands in the page. */
export const LOADING_CATALOGUE: Catalogue = catalogueOf(
  { needsOrganization: false, hubspot: 'checking', hubspotAccount: null, problem: null },
  false,
  '',
  'all',
)

/** What the Integrations screen shows. */
export const $catalogue: ReadableAtom<Catalogue> = computed(
  [$session, $integrationStatus, $search, $category],
  (session, { status, data, error, isFetching, refetch }, search, category) => {
    const needsOrganization = session.status === 'signed-in' && !session.organization
    const connected = data && (data.hubspot_connected ? 'connected' : 'disconnected')
    const hubspot = connected ?? (status === 'failed' ? 'unknown' : 'checking')
    const retry = () => void refetch()
    const problem =
      error && !needsOrganization ? { reason: reasonOf(error), isRetrying: isFetching, retry } : null
    return catalogueOf(
      { needsOrganization, hubspot, hubspotAccount: data?.hubspot_account ?? null, problem },
      data?.jobber_connected ?? false,
      search,
      category,
    )
  },
)

import { atom, computed, type ReadableAtom } from 'nanostores'
import {
  availableFirst,
  categoryCounts,
  filterIntegrations,
  INTEGRATION_CATEGORIES,
  type Integration,
  type IntegrationCategory,
  integrationCatalog,
} from '../../domain/integrations/catalog.ts'
import { config } from '../../platform/config.ts'
import { currentUrl, replaceSearch } from '../../platform/page/navigation.ts'
import { $session } from '../session/session.ts'
import { reasonOf } from '../shell/failures.ts'
import { $integrationStatus } from './integrations.ts'

/** The sales email address of the console's operator; null if not set. */
export const salesEmail = config.salesEmail

export type CategoryChoice = IntegrationCategory | 'all'

/** Why the connection state is unknown; the catalog still shows. */
export interface CatalogProblem {
  reason: string
  isRetrying: boolean
  retry: () => void
}

/** Section 2, Integrations. */
export interface Catalog {
  needsOrganization: boolean
  /** `checking` until the server responds, `unknown` if it cannot be reached. */
  hubspot: 'checking' | 'unknown' | 'connected' | 'disconnected'
  hubspotAccount: string | null
  problem: CatalogProblem | null
  search: string
  category: CategoryChoice
  categories: { value: CategoryChoice; label: string; count: number }[]
  found: Integration[]
}

const $search = atom('')
const $category = atom<CategoryChoice>('all')

/** Filters the catalog by a search text and puts it in the URL. */
export function searchCatalog(text: string): void {
  $search.set(text)
  writeAddress()
}

/** Shows one category, or all. */
export function chooseCategory(category: CategoryChoice): void {
  $category.set(category)
  writeAddress()
}

/** Clears the search and the category. */
export function clearCatalogFilter(): void {
  $search.set('')
  $category.set('all')
  writeAddress()
}

/** Reads the search and the category from the URL; an unknown category means all. */
export function readCatalogAddress(): void {
  const { searchParams } = currentUrl()
  const category = searchParams.get('category')
  $search.set(searchParams.get('search') ?? '')
  $category.set(INTEGRATION_CATEGORIES.find(({ value }) => value === category)?.value ?? 'all')
}

function writeAddress(): void {
  const category = $category.get()
  replaceSearch({ search: $search.get().trim(), category: category === 'all' ? null : category })
}

function catalogOf(
  known: Pick<Catalog, 'needsOrganization' | 'hubspot' | 'hubspotAccount' | 'problem'>,
  jobber: boolean,
  search: string,
  category: CategoryChoice,
): Catalog {
  const all = integrationCatalog({ hubspot: known.hubspot === 'connected', jobber })
  return {
    ...known,
    search,
    category,
    categories: [{ value: 'all', label: 'All', count: all.length }, ...categoryCounts(all)],
    found: availableFirst(filterIntegrations(all, search, category)),
  }
}

/** The initial catalog, as built into the page. */
export const LOADING_CATALOG: Catalog = catalogOf(
  { needsOrganization: false, hubspot: 'checking', hubspotAccount: null, problem: null },
  false,
  '',
  'all',
)

/** The content of the Integrations screen. */
export const $catalog: ReadableAtom<Catalog> = computed(
  [$session, $integrationStatus, $search, $category],
  (session, { status, data, error, isFetching, refetch }, search, category) => {
    const needsOrganization = session.status === 'signed-in' && !session.organization
    const connected = data && (data.hubspot_connected ? 'connected' : 'disconnected')
    const hubspot = connected ?? (status === 'failed' ? 'unknown' : 'checking')
    const retry = () => void refetch()
    const problem =
      error && !needsOrganization ? { reason: reasonOf(error), isRetrying: isFetching, retry } : null
    return catalogOf(
      { needsOrganization, hubspot, hubspotAccount: data?.hubspot_account ?? null, problem },
      data?.jobber_connected ?? false,
      search,
      category,
    )
  },
)

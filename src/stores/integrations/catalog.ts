import { atom, computed, type ReadableAtom } from 'nanostores'
import type { Calendars } from '../../contract/calendars.ts'
import {
  categoryCounts,
  connectedCalendars,
  entryOfHost,
  entryOfService,
  filterIntegrations,
  INTEGRATION_CATEGORIES,
  type Integration,
  type IntegrationCategory,
  inCatalogOrder,
  integrationCatalog,
} from '../../domain/integrations/catalog.ts'
import { config } from '../../platform/config.ts'
import { currentUrl, replaceSearch } from '../../platform/page/navigation.ts'
import { reasonOf } from '../base/failures.ts'
import type { QueryState } from '../base/query/query.ts'
import { $session } from '../base/session/session.ts'
import { $calendars } from './calendars.ts'
import { $integrationStatus } from './integrations.ts'

/** The sales email address of the console's operator; null if not set. */
export const salesEmail = config.salesEmail

export type CategoryChoice = IntegrationCategory | 'all'

/** The reason why the connection state is unknown. The catalog is still displayed. */
export interface CatalogProblem {
  reason: string
  isRetrying: boolean
  retry: () => void
}

/** `checking` until the server responds, `unknown` if it cannot be reached. */
export type Connection = 'checking' | 'unknown' | 'connected' | 'disconnected'

/** The content of the Integrations screen (section 2). */
export interface Catalog {
  hubspot: Connection
  /** The connected calendars; `missing` if the API has no calendars. */
  calendars: readonly string[] | 'checking' | 'unknown' | 'missing'
  hubspotAccount: string | null
  /** Whether HubSpot is set up on the server. */
  isHubspotSetUp: boolean
  /** The ids of the entries whose connection is no longer accepted. */
  broken: readonly string[]
  /** The ids of the entries with a calendar that could not be read for hours. */
  unreadable: readonly string[]
  problem: CatalogProblem | null
  search: string
  category: CategoryChoice
  categories: { value: CategoryChoice; label: string; count: number }[]
  found: Integration[]
}

const $search = atom('')
const $category = atom<CategoryChoice>('all')

/** Filters the catalog by a search text and writes the text to the URL. */
export function searchCatalog(text: string): void {
  $search.set(text)
  writeAddress()
}

/** Shows one category, or all of them. */
export function chooseCategory(category: CategoryChoice): void {
  $category.set(category)
  writeAddress()
}

export function clearCatalogFilter(): void {
  $search.set('')
  $category.set('all')
  writeAddress()
}

/** Reads the search and the category from the URL. An unknown category means all. */
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
  known: Omit<Catalog, 'search' | 'category' | 'categories' | 'found'>,
  jobber: boolean,
  search: string,
  category: CategoryChoice,
): Catalog {
  const none = known.calendars === 'missing' ? null : []
  const calendars = typeof known.calendars === 'string' ? none : known.calendars
  const all = integrationCatalog({ hubspot: known.hubspot === 'connected', jobber, calendars })
  return {
    ...known,
    search,
    category,
    categories: [{ value: 'all', label: 'All', count: all.length }, ...categoryCounts(all)],
    found: inCatalogOrder(filterIntegrations(all, search, category)),
  }
}

/** The initial catalog, as built into the page. */
export const LOADING_CATALOG: Catalog = catalogOf(
  {
    hubspot: 'checking',
    hubspotAccount: null,
    calendars: 'checking',
    isHubspotSetUp: true,
    broken: [],
    unreadable: [],
    problem: null,
  },
  false,
  '',
  'all',
)

export const $catalog: ReadableAtom<Catalog> = computed(
  [$session, $integrationStatus, $calendars, $search, $category],
  (session, integrations, calendars, search, category) => {
    const { data } = integrations
    const failed = [integrations, calendars].find(({ error }) => error !== null)
    const retry = () => void failed?.refetch()
    const problem =
      failed && session.organization
        ? { reason: reasonOf(failed.error), isRetrying: failed.isFetching, retry }
        : null
    return catalogOf(
      {
        hubspot: connectionOf(integrations, ({ hubspot_connected }) => hubspot_connected),
        hubspotAccount: data?.hubspot_account ?? null,
        isHubspotSetUp: data?.hubspot_is_set_up ?? true,
        broken: [
          ...(data?.hubspot_needs_reconnect ? ['hubspot'] : []),
          ...(calendars.data?.revoked.map(entryOfService) ?? []),
        ],
        unreadable: data?.unreadable_calendars.map(entryOfHost) ?? [],
        calendars: calendarsOf(calendars),
        problem,
      },
      data?.jobber_connected ?? false,
      search,
      category,
    )
  },
)

function connectionOf<Data>(
  { status, data }: QueryState<Data>,
  isConnected: (data: Data) => boolean,
): Connection {
  if (data !== undefined) return isConnected(data) ? 'connected' : 'disconnected'
  return status === 'failed' ? 'unknown' : 'checking'
}

function calendarsOf({ status, data }: QueryState<Calendars | null>): Catalog['calendars'] {
  if (data === null) return 'missing'
  if (data !== undefined) return connectedCalendars(data)
  return status === 'failed' ? 'unknown' : 'checking'
}

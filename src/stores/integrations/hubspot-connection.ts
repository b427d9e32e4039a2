import { atom, computed, onMount, type ReadableAtom } from 'nanostores'
import { currentOf } from '../../api/current-of.ts'
import {
  fetchContactProperties,
  fetchHubspotConnection,
  fetchLeadInHubspot,
  fetchTransfers,
  postTransferRetry,
  putHubspotFields,
} from '../../api/hubspot.ts'
import {
  type ContactProperties,
  FieldMap,
  type HubspotConnection,
  type LeadInHubspot,
  type Transfer,
  type TransferPage,
} from '../../contract/hubspot.ts'
import { ALL_DAYS, type DayRange } from '../../domain/time/day-range.ts'
import { type LogDays, logDays } from '../base/query/log-days.ts'
import { type Log, olderPages } from '../base/query/older-pages.ts'
import { optional, orNull } from '../base/query/optional.ts'
import { changeCached, organizationQuery, type QueryState } from '../base/query/query.ts'
import { refetchAfter } from '../base/query/stale.ts'
import { requireAccount } from '../base/session/account.ts'
import { $leadId } from '../leads/page.ts'
import { $integrationStatus } from './integrations.ts'
import { checkingSummary } from './summary.ts'

/** The input of the queries below; null, which requests nothing, while HubSpot is not connected. */
const $connected = computed($integrationStatus, ({ data }) => (data?.hubspot_connected ? 'hubspot' : null))

/** The state of the connection to HubSpot. */
export const $hubspotConnection: ReadableAtom<QueryState<HubspotConnection>> = organizationQuery<
  HubspotConnection,
  string
>({
  kind: 'hubspot-connection',
  $input: $connected,
  read: checkingSummary(
    'hubspot-ended-elsewhere',
    () => $integrationStatus.get().data?.hubspot_needs_reconnect ?? false,
    fetchHubspotConnection,
  ),
})

/** The contact properties that fields can be mapped to; null if the API does not list them. */
export const $contactProperties: ReadableAtom<QueryState<ContactProperties | null>> = organizationQuery<
  ContactProperties | null,
  string
>({
  kind: 'hubspot-properties',
  $input: $connected,
  read: optional(fetchContactProperties),
})

/** A log of transfers, with the pages that have loaded so far, newest first. */
export interface TransferLog {
  $log: ReadableAtom<Log<Transfer, TransferPage>>
  /** Loads the next older page. */
  loadOlder: () => Promise<void>
  changeOlder: (change: (transfer: Transfer) => Transfer) => void
  /** The days to which the log is limited. */
  days: LogDays<TransferPage>
}

interface AskedTransfers extends DayRange {
  only: string
}

function transferLog(only?: 'refused'): TransferLog {
  const days = logDays<TransferPage>(
    ({ transfers }) => transfers.map(({ at }) => at),
    () => older.reset(),
  )
  const $newest = organizationQuery<TransferPage, AskedTransfers>({
    kind: 'hubspot-transfers',
    $input: computed(
      [$connected, days.$days],
      (connected, range) => connected && { only: only ?? 'all', ...range },
    ),
    read: (organizationId, signal, { from, to }) =>
      days.read({ from, to }, (query) => fetchTransfers(organizationId, { only, ...query }, signal)),
  })
  const older = olderPages(
    $newest,
    ({ transfers, next_cursor }) => ({ rows: transfers, cursor: next_cursor }),
    (organizationId, cursor) =>
      days.read(days.$days.get(), (query) => fetchTransfers(organizationId, { cursor, only, ...query })),
  )
  onMount($newest, () => () => days.choose(ALL_DAYS))
  return { ...older, days }
}

export const transfers: TransferLog = transferLog()

/** The last failure of each lead that HubSpot does not have. */
export const refusedTransfers: TransferLog = transferLog('refused')

/** Retries a failed transfer. Rejects if the server does not accept the retry. Refetches the log after a failure, too. */
export async function retryTransfer(failed: Transfer): Promise<void> {
  const { organizationId } = requireAccount()
  try {
    await transferAgain(organizationId, failed)
  } finally {
    refetchAfter(organizationId, 'hubspot-transfer-retried')
  }
}

async function transferAgain(organizationId: string, { id, lead_id }: Transfer): Promise<void> {
  await postTransferRetry(organizationId, id)
  const update = (each: Transfer): Transfer =>
    each.lead_id === lead_id && each.status === 'failed' ? { ...each, status: 'retried' } : each
  for (const { changeOlder } of [transfers, refusedTransfers]) changeOlder(update)
  await changeCached<TransferPage>(organizationId, 'hubspot-transfers', (page) => ({
    ...page,
    transfers: page.transfers.map(update),
  }))
}

/** Whether the field map is being saved. */
export const $savingFields = atom(false)

/**
 * Saves the mapping of fields to HubSpot properties if `read` is still the stored one; otherwise, returns the stored one,
 * which someone else has changed. Rejects if it cannot be stored.
 */
export async function saveFields(map: FieldMap, read: FieldMap): Promise<FieldMap | null> {
  const { organizationId } = requireAccount()
  const show = (fields: FieldMap) =>
    changeCached<HubspotConnection>(organizationId, 'hubspot-connection', (connection) => ({
      ...connection,
      field_map: fields,
    }))
  $savingFields.set(true)
  try {
    await putHubspotFields(organizationId, map, read)
    await show(map)
    refetchAfter(organizationId, 'hubspot-fields-saved')
    return null
  } catch (error) {
    refetchAfter(organizationId, 'hubspot-fields-rejected')
    const theirs = currentOf(FieldMap, error)
    if (!theirs) throw error
    await show(theirs)
    return theirs
  } finally {
    $savingFields.set(false)
  }
}

const readLead = orNull(fetchLeadInHubspot)

/** The current lead; null if HubSpot is not connected. */
const $connectedLead = computed([$leadId, $integrationStatus], (id, { data }) =>
  data?.hubspot_connected ? id : null,
)

/** The state of the current lead in HubSpot; null if the API does not report it. Idle if HubSpot is not connected. */
export const $leadInHubspot: ReadableAtom<QueryState<LeadInHubspot | null>> = organizationQuery<
  LeadInHubspot | null,
  string
>({
  kind: 'lead-hubspot',
  $input: $connectedLead,
  read: (organizationId, signal, leadId) => readLead(organizationId, leadId, signal),
})

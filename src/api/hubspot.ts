import type { DaysQuery } from '../contract/fields.ts'
import {
  type ContactProperties,
  type FieldMap,
  getHubspotConnection,
  getLeadInHubspot,
  type HubspotConnection,
  type LeadInHubspot,
  listHubspotProperties,
  listHubspotTransfers,
  retryHubspotTransfer,
  type TransferPage,
  updateHubspotFields,
} from '../contract/hubspot.ts'
import { call, write } from './client.ts'

/** Returns the state of the connection, its progress, and its field map. */
export function fetchHubspotConnection(
  organizationId: string,
  signal?: AbortSignal,
): Promise<HubspotConnection> {
  return call(getHubspotConnection, { organizationId, signal })
}

/** Returns the contact properties of the HubSpot account that fields can be mapped to. */
export function fetchContactProperties(
  organizationId: string,
  signal?: AbortSignal,
): Promise<ContactProperties> {
  return call(listHubspotProperties, { organizationId, signal })
}

/** Changes the mapping of fields to HubSpot properties, if `read` is the stored one. */
export async function putHubspotFields(organizationId: string, map: FieldMap, read: FieldMap): Promise<void> {
  await write(updateHubspotFields, { organizationId, body: { ...map, read } })
}

/**
 * Returns the transfers, of some days or of all, newest first, starting at a cursor; or only the last failure of each lead that HubSpot does not
 * have.
 */
export function fetchTransfers(
  organizationId: string,
  query: { cursor?: string; only?: 'refused' | undefined } & DaysQuery,
  signal?: AbortSignal,
): Promise<TransferPage> {
  return call(listHubspotTransfers, { organizationId, query, signal })
}

export async function postTransferRetry(organizationId: string, transferId: string): Promise<void> {
  await write(retryHubspotTransfer, { organizationId, params: { transferId }, body: {} })
}

/** Returns the state of a lead in HubSpot. */
export function fetchLeadInHubspot(
  organizationId: string,
  leadId: string,
  signal?: AbortSignal,
): Promise<LeadInHubspot> {
  return call(getLeadInHubspot, { organizationId, params: { leadId }, signal })
}

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

/** Returns the contact properties of the HubSpot account that can hold a field. */
export function fetchContactProperties(
  organizationId: string,
  signal?: AbortSignal,
): Promise<ContactProperties> {
  return call(listHubspotProperties, { organizationId, signal })
}

/** Changes which HubSpot property holds which field. */
export async function putHubspotFields(organizationId: string, body: FieldMap): Promise<void> {
  await write(updateHubspotFields, { organizationId, body })
}

/** Returns what was transferred, newest first, from a cursor on. */
export function fetchTransfers(
  organizationId: string,
  cursor: string | undefined,
  signal?: AbortSignal,
): Promise<TransferPage> {
  return call(listHubspotTransfers, { organizationId, query: { cursor }, signal })
}

/** Tries a failed transfer again. */
export async function postTransferRetry(organizationId: string, transferId: string): Promise<void> {
  await write(retryHubspotTransfer, { organizationId, params: { transferId }, body: {} })
}

/** Returns where a lead is in HubSpot. */
export function fetchLeadInHubspot(
  organizationId: string,
  leadId: string,
  signal?: AbortSignal,
): Promise<LeadInHubspot> {
  return call(getLeadInHubspot, { organizationId, params: { leadId }, signal })
}

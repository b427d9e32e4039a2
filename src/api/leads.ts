import {
  type Conversation,
  createLead,
  deleteLead,
  getConversation,
  getLeadStats,
  type Lead,
  type LeadFields,
  type LeadQuery,
  type LeadStats,
  type LeadStatus,
  listLeads,
  type NewLead,
  setLeadStatus,
  updateLead,
} from '../contract/leads.ts'
import { call } from './client.ts'

/** All leads that match, newest first. */
export function fetchLeads(organizationId: string, query: LeadQuery, signal?: AbortSignal): Promise<Lead[]> {
  return call(listLeads, { organizationId, query, signal })
}

/** Counts of leads; the rate is in percent. */
export function fetchLeadStats(organizationId: string, signal?: AbortSignal): Promise<LeadStats> {
  return call(getLeadStats, { organizationId, signal })
}

/** The messages of the conversation that a lead comes from, oldest first. */
export function fetchConversation(
  organizationId: string,
  leadId: string,
  signal?: AbortSignal,
): Promise<Conversation> {
  return call(getConversation, { organizationId, params: { leadId }, signal })
}

/** Sets a lead's status and answers with the lead as it is then. */
export function putLeadStatus(
  organizationId: string,
  leadId: string,
  status: LeadStatus,
  { notes, loss_reason, signal }: { notes?: string; loss_reason?: string; signal?: AbortSignal } = {},
): Promise<Lead> {
  const query = { status, notes, loss_reason }
  return call(setLeadStatus, { organizationId, params: { leadId }, query, signal })
}

/** Adds a lead by hand. Asked again with the same `id`, it answers with the one that is there. */
export function postLead(organizationId: string, body: NewLead, signal?: AbortSignal): Promise<Lead> {
  return call(createLead, { organizationId, body, signal })
}

/** Changes the fields that are given and answers with the lead as it is then. */
export function putLead(
  organizationId: string,
  leadId: string,
  body: LeadFields,
  signal?: AbortSignal,
): Promise<Lead> {
  return call(updateLead, { organizationId, params: { leadId }, body, signal })
}

/** Removes a lead. */
export async function removeLead(
  organizationId: string,
  leadId: string,
  signal?: AbortSignal,
): Promise<void> {
  await call(deleteLead, { organizationId, params: { leadId }, signal })
}

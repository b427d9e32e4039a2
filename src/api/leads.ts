import {
  type Conversation,
  getConversation,
  getLeadStats,
  type Lead,
  type LeadQuery,
  type LeadStats,
  type LeadStatus,
  listLeads,
  setLeadStatus,
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
export function putLeadStatus(organizationId: string, leadId: string, status: LeadStatus): Promise<Lead> {
  return call(setLeadStatus, { organizationId, params: { leadId }, query: { status } })
}

import * as v from 'valibot'
import {
  type Conversation,
  createLead,
  deleteLead,
  FIRST_LEADS,
  getConversation,
  getLeadStats,
  Lead,
  LeadChanges,
  type LeadFilterQuery,
  type LeadStats,
  type LeadUpdate,
  listLeads,
  MOST_LIMITED,
  type NewLead,
  type StatusChange,
  setLeadStatus,
  undoAutomaticLoss,
  updateLead,
} from '../contract/leads.ts'
import { call, write } from './client.ts'
import { currentOf } from './current-of.ts'
import { ApiError } from './errors.ts'

/** Returns all matching leads, newest first. */
export function fetchLeads(
  organizationId: string,
  query: LeadFilterQuery,
  signal?: AbortSignal,
): Promise<Lead[]> {
  return call(listLeads, { organizationId, query, signal })
}

const listLeadParts = { ...listLeads, reply: v.union([listLeads.reply, LeadChanges]) }

/**
 * Returns the newest leads, or all leads if there are only a few, with a cursor. An API that does not support parts
 * returns only an array of all leads.
 */
export async function fetchFirstLeads(
  organizationId: string,
  signal?: AbortSignal,
): Promise<Lead[] | LeadChanges> {
  const query = { limit: String(FIRST_LEADS) }
  try {
    const first = await call(listLeadParts, { organizationId, query, signal })
    // An array longer than the limit is the whole list. A shorter one can be the first page of another API.
    if (!Array.isArray(first) || first.length > FIRST_LEADS) return first
  } catch (error) {
    if (!(error instanceof ApiError) || !UNKNOWN_PARAMETER.includes(error.status)) throw error
  }
  return fetchLeads(organizationId, {}, signal)
}

const UNKNOWN_PARAMETER = [400, 422]

/**
 * Returns the changes after a cursor of this API, or all leads if the cursor is null or too old. The cursor is in a
 * header, so that the URL, and with it the browser's cached preflight response, stays the same.
 */
export function fetchLeadChanges(
  organizationId: string,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<Lead[] | LeadChanges> {
  const headers = cursor === null ? undefined : etagOf(cursor)
  return call(listLeadParts, { organizationId, query: { since: '' }, headers, signal })
}

/**
 * Returns the leads after the part of the list with this cursor, in parts of the kind `more`. The last part also
 * contains the changes since the first part.
 */
export function fetchMoreLeads(
  organizationId: string,
  cursor: string,
  signal?: AbortSignal,
): Promise<Lead[] | LeadChanges> {
  const query = { since: '', limit: String(MOST_LIMITED) }
  return call(listLeadParts, { organizationId, query, headers: etagOf(cursor), signal })
}

const etagOf = (cursor: string) => ({ 'If-None-Match': `W/"${cursor}"` })

/** Returns the counts of leads; the rate is in percent. */
export function fetchLeadStats(organizationId: string, signal?: AbortSignal): Promise<LeadStats> {
  return call(getLeadStats, { organizationId, signal })
}

/** Returns the messages of a lead's conversation, oldest first. */
export async function fetchConversation(
  organizationId: string,
  leadId: string,
  signal?: AbortSignal,
): Promise<Conversation> {
  const { messages } = await call(getConversation, { organizationId, params: { leadId }, signal })
  return { messages: messages.map((message, index) => ({ ...message, id: message.id || String(index) })) }
}

/** The server's version of a lead after a write; empty if the response is about something else. */
export type WrittenLead = Partial<Lead>

const about = (leadId: string, response: WrittenLead): WrittenLead => (response.id === leadId ? response : {})

export async function putLeadStatus(
  organizationId: string,
  leadId: string,
  query: StatusChange & { updated_at?: string },
  signal?: AbortSignal,
): Promise<WrittenLead> {
  return about(leadId, await write(setLeadStatus, { organizationId, params: { leadId }, query, signal }))
}

/** Adds a lead. Repeating the request with the same `id` returns the existing lead. */
export async function postLead(
  organizationId: string,
  body: NewLead,
  signal?: AbortSignal,
): Promise<WrittenLead> {
  const response = await write(createLead, { organizationId, body, signal })
  return response.id === undefined ? {} : response
}

/** Returns the current lead from the rejection of an outdated update; null for any other error. */
export const currentLeadOf = (error: unknown): Lead | null => currentOf(Lead, error)

/** Updates the given fields. */
export async function putLead(
  organizationId: string,
  leadId: string,
  body: LeadUpdate,
  signal?: AbortSignal,
): Promise<WrittenLead> {
  return about(leadId, await write(updateLead, { organizationId, params: { leadId }, body, signal }))
}

/** Resets to new the leads that the system marked as lost at one time. Returns the number of leads. */
export function postUndoAutomaticLoss(
  organizationId: string,
  automatic_at: string,
): Promise<{ leads: number }> {
  return call(undoAutomaticLoss, { organizationId, body: { automatic_at } })
}

export async function removeLead(
  organizationId: string,
  leadId: string,
  signal?: AbortSignal,
): Promise<void> {
  await write(deleteLead, { organizationId, params: { leadId }, signal })
}

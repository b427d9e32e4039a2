import * as v from 'valibot'
import {
  type Conversation,
  createLead,
  deleteLead,
  getConversation,
  getLeadStats,
  Lead,
  LeadChanges,
  type LeadFilterQuery,
  type LeadStats,
  type LeadUpdate,
  listLeads,
  type NewLead,
  type StatusChange,
  setLeadStatus,
  undoAutomaticLoss,
  updateLead,
} from '../contract/leads.ts'
import { call, write } from './client.ts'
import { currentOf } from './current-of.ts'
import { isUnknownParameter, orIfMissing } from './errors.ts'
import { unknownIn } from './response.ts'

/**
 * Returns the result of a request with parts that section 7 does not name, or, if the API rejects these, of the request
 * without them.
 */
async function orWithout<Result>(full: () => Promise<Result>, bare: () => Promise<Result>): Promise<Result> {
  try {
    return await full()
  } catch (error) {
    if (!isUnknownParameter(error)) throw error
    return bare()
  }
}

/** The parts of changes to leads that section 7 does not name. */
const OURS = ['add_note', 'updated_at']

/**
 * Sends a change. If the API rejects some of {@link OURS} because it does not know them, sends it without these. A
 * rejection because of newer data is never repeated.
 */
async function putKnown<Change extends object, Result>(
  change: Change,
  put: (change: Change) => Promise<Result>,
): Promise<Result> {
  try {
    return await put(change)
  } catch (error) {
    const given = Object.entries(change).filter(([, value]) => value !== undefined)
    const ours = given.flatMap(([name]) => (OURS.includes(name) ? name : []))
    const unknown = ours.length > 0 && isUnknownParameter(error) ? await unknownIn(error, ours) : []
    if (unknown.length === 0) throw error
    return putKnown(Object.fromEntries(given.filter(([name]) => !unknown.includes(name))) as Change, put)
  }
}

/** Returns all matching leads, newest first. An API that does not know `timezone` uses its own for days. */
export function fetchLeads(
  organizationId: string,
  { timezone, ...query }: LeadFilterQuery,
  signal?: AbortSignal,
): Promise<Lead[]> {
  const list = (asked: LeadFilterQuery) => call(listLeads, { organizationId, query: asked, signal })
  return timezone === undefined
    ? list(query)
    : orWithout(
        () => list({ timezone, ...query }),
        () => list(query),
      )
}

const listLeadParts = { ...listLeads, reply: v.union([listLeads.reply, LeadChanges]) }

/**
 * Returns the changes after a cursor of this API, or all leads with a cursor if it is null or too old. The cursor is in
 * a header, so that the URL, and with it the browser's cached preflight response, stays the same. An API that does not
 * support cursors returns only an array of all leads.
 */
export function fetchLeadChanges(
  organizationId: string,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<Lead[] | LeadChanges> {
  const headers = cursor === null ? undefined : { 'If-None-Match': `W/"${cursor}"` }
  return orWithout<Lead[] | LeadChanges>(
    () => call(listLeadParts, { organizationId, query: { since: '' }, headers, signal }),
    () => fetchLeads(organizationId, {}, signal),
  )
}

/** The largest difference between a rounded fraction and the exact one. */
const ROUNDED = 0.005

/** Returns the counts of leads; the rate is in percent, also if the API returns a fraction. */
export async function fetchLeadStats(organizationId: string, signal?: AbortSignal): Promise<LeadStats> {
  const stats = await call(getLeadStats, { organizationId, signal })
  const fraction = stats.converted / stats.total
  const isFraction = Math.abs(stats.conversion_rate - fraction) < ROUNDED
  return isFraction ? { ...stats, conversion_rate: fraction * 100 } : stats
}

/** Returns the messages of a lead's conversation, oldest first; none if the API responds with 404. */
export async function fetchConversation(
  organizationId: string,
  leadId: string,
  signal?: AbortSignal,
): Promise<Conversation> {
  const reading = call(getConversation, { organizationId, params: { leadId }, signal })
  const { messages } = await orIfMissing(reading, { messages: [] })
  return { messages: messages.map((message, index) => ({ ...message, id: message.id || String(index) })) }
}

/** The server's version of a lead after a write; empty if the response is about something else. */
export type WrittenLead = Partial<Lead>

const about = (leadId: string, response: WrittenLead): WrittenLead => (response.id === leadId ? response : {})

/** Sets a status. An API that does not know `updated_at` sets it regardless of later changes. */
export async function putLeadStatus(
  organizationId: string,
  leadId: string,
  status: StatusChange & { updated_at?: string },
  signal?: AbortSignal,
): Promise<WrittenLead> {
  const put = (query: StatusChange & { updated_at?: string }) =>
    write(setLeadStatus, { organizationId, params: { leadId }, query, signal })
  return about(leadId, await putKnown(status, put))
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

/** Updates the given fields. An API that does not know `add_note` gets the complete `notes`. */
export async function putLead(
  organizationId: string,
  leadId: string,
  body: LeadUpdate,
  signal?: AbortSignal,
): Promise<WrittenLead> {
  const put = (given: LeadUpdate) =>
    write(updateLead, { organizationId, params: { leadId }, body: given, signal })
  return about(leadId, await putKnown(body, put))
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

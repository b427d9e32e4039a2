import { postCall } from '../../api/activity.ts'
import { ApiError } from '../../api/errors.ts'
import {
  currentLeadOf,
  postLead,
  putLead,
  putLeadStatus,
  removeLead,
  type WrittenLead,
} from '../../api/leads.ts'
import { postTask, putTask, removeTask } from '../../api/tasks.ts'
import type { Lead, LeadStats } from '../../contract/leads.ts'
import type { Task } from '../../contract/tasks.ts'
import { CALL_MOVED } from '../../domain/leads/bookings.ts'
import { recount } from '../../domain/leads/counts.ts'
import { type LeadSet, withLeads } from '../../domain/leads/lead-set.ts'
import { hasMovedCall, mergedUpdate } from '../../domain/leads/merge.ts'
import { applySent, type ChangeOf, type LeadChange, type SentChange } from '../../domain/outbox/outbox.ts'
import { applyTaskChanges } from '../../domain/outbox/task-changes.ts'
import { loadedAt, now } from '../../platform/clock.ts'
import { readItem, writeItem } from '../../platform/storage/storage.ts'
import { connectLists, connectSender } from '../base/outbox/outbox.ts'
import { cachedData, changeCached } from '../base/query/query.ts'
import { refetchAfter } from '../base/query/stale.ts'
import { rememberOwnLead } from './own-leads.ts'

/** The storage key of the time when any tab last sent something, in milliseconds since 1970. */
const SENT_KEY = 'fieldhand.sent'

const TYPES = [
  'create',
  'update',
  'status',
  'delete',
  'task-add',
  'task-change',
  'task-delete',
  'call',
] as const satisfies LeadChange['type'][]

/**
 * Makes the call for each type of change (section 7). Returns the server's version of the lead, or null after a
 * removal.
 */
export async function sendChange(
  organizationId: string,
  change: ChangeOf<(typeof TYPES)[number]>,
  signal?: AbortSignal,
): Promise<WrittenLead | null> {
  switch (change.type) {
    case 'create':
      return createLead(organizationId, change, signal)
    case 'update':
      return sendUpdate(organizationId, change, signal)
    case 'status':
      return sendStatus(organizationId, change, signal)
    case 'delete':
      await removeLead(organizationId, change.leadId, signal)
      return null
    case 'task-add':
      await postTask(organizationId, change.leadId, change.task, signal)
      return {}
    case 'task-change':
      await putTask(organizationId, change.taskId, change.update, signal)
      return {}
    case 'task-delete':
      await removeTask(organizationId, change.taskId, signal)
      return {}
    case 'call':
      await postCall(organizationId, change.leadId, change.call, signal)
      return {}
  }
}

async function createLead(
  organizationId: string,
  { leadId, fields }: ChangeOf<'create'>,
  signal?: AbortSignal,
): Promise<WrittenLead> {
  const lead = await postLead(organizationId, { ...fields, id: leadId }, signal)
  // Not every server accepts the given id.
  if (lead.id && lead.id !== leadId) rememberOwnLead(lead.id)
  return lead
}

/** Sends a status without overwriting one that someone else has set since. The rejection contains the current lead. */
async function sendStatus(
  organizationId: string,
  { type: _, name: _name, leadId, base, ...status }: ChangeOf<'status'>,
  signal?: AbortSignal,
): Promise<WrittenLead> {
  const send = (updated_at?: string) =>
    putLeadStatus(organizationId, leadId, { ...status, ...(updated_at && { updated_at }) }, signal)
  try {
    return await send(base?.updated_at)
  } catch (error) {
    const current = currentLeadOf(error)
    if (!current) throw error
    if (current.status !== base?.status && current.status !== status.status) {
      refetchAfter(organizationId, 'leads-changed')
      throw error
    }
    return send(current.updated_at)
  }
}

/**
 * Sends an update. If someone else has changed one of the fields too, sends nothing more, and the rejection contains
 * the current lead.
 */
async function sendUpdate(
  organizationId: string,
  { leadId, fields, base }: ChangeOf<'update'>,
  signal?: AbortSignal,
): Promise<WrittenLead> {
  try {
    return await putLead(organizationId, leadId, fields, signal)
  } catch (error) {
    const current = currentLeadOf(error)
    if (!current) throw error
    const merged = mergedUpdate(fields, base, current)
    if (!merged) {
      refetchAfter(organizationId, 'leads-changed')
      throw hasMovedCall(fields, base, current) ? new ApiError(CALL_MOVED, 409) : error
    }
    if (Object.keys(merged).length === 1) return current
    return putLead(organizationId, leadId, merged, signal)
  }
}

/** Applies confirmed changes to all cached lists and counts, then refetches the data that they can affect. */
export async function settleChanges(organizationId: string, sent: readonly SentChange[]): Promise<void> {
  if (sent.length > 0) writeItem(SENT_KEY, String(now().getTime()))
  const known = cachedData<LeadSet>(organizationId, 'leads')
  await Promise.all([
    changeCached<LeadStats>(organizationId, 'lead-stats', (stats) =>
      known?.isWhole ? recount(stats, known.leads, applySent(known.leads, sent, { isWhole: true })) : stats,
    ),
    changeCached<LeadSet>(organizationId, 'leads', (set) =>
      withLeads(set, applySent(set.leads, sent, { isWhole: true })),
    ),
    changeCached<Lead[]>(organizationId, 'found-leads', (leads) =>
      applySent(leads, sent, { isWhole: false }),
    ),
    changeCached<Task[] | null>(organizationId, 'tasks', (tasks) => tasks && applyTaskChanges(tasks, sent)),
  ])
  refetchAfter(organizationId, 'outbox-sent')
}

/** Refetches the lists if any tab has sent something while this page was loading. */
export function catchUp(organizationId: string): void {
  // Also cancels pending requests, whose responses may be older.
  if (Number(readItem(SENT_KEY)) > loadedAt()) void settleChanges(organizationId, [])
}

connectLists({ settle: settleChanges, catchUp })

/** Submits a change to a lead or its tasks, or the record of a call. */
export const submitChange = connectSender(TYPES, sendChange)

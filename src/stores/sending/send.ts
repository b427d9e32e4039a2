import { postCall } from '../../api/activity.ts'
import { postMessage, removeVisitor } from '../../api/conversations.ts'
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
import type { Inbox } from '../../contract/conversations.ts'
import type { Lead, LeadStats } from '../../contract/leads.ts'
import type { Task } from '../../contract/tasks.ts'
import { withoutDeleted } from '../../domain/conversations/deleted.ts'
import { CALL_MOVED } from '../../domain/leads/bookings.ts'
import { recount } from '../../domain/leads/counts.ts'
import type { LeadSet } from '../../domain/leads/lead-set.ts'
import { hasMovedCall, mergedUpdate } from '../../domain/leads/merge.ts'
import {
  applySent,
  type LeadChange,
  type MessageChange,
  type SentChange,
} from '../../domain/outbox/outbox.ts'
import { applyTaskChanges } from '../../domain/outbox/task-changes.ts'
import { loadedAt, now } from '../../platform/clock.ts'
import { readItem, writeItem } from '../../platform/storage/storage.ts'
import { connectOutbox } from '../base/outbox/outbox.ts'
import { cachedData, changeCached } from '../base/query/query.ts'
import { refetchAfter, STALE_AFTER } from '../base/query/stale.ts'
import { rememberOwnLead } from './own-leads.ts'
import { keepWritten } from './written.ts'

/** The storage key of the time when any tab last sent something, in milliseconds since 1970. */
const SENT_KEY = 'fieldhand.sent'

/**
 * Makes the call for each type of change (section 7). Returns the server's version of the lead, or null after a
 * removal.
 */
export async function sendChange(
  organizationId: string,
  change: LeadChange,
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
    case 'chat-delete':
      await removeVisitor(organizationId, change.conversationId, signal)
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
    case 'message':
      await sendMessage(organizationId, change, signal)
      return {}
  }
}

async function sendMessage(
  organizationId: string,
  { conversationId, message }: MessageChange,
  signal?: AbortSignal,
): Promise<void> {
  const reply = await postMessage(organizationId, conversationId, message, signal)
  await keepWritten(organizationId, conversationId, reply)
}

async function createLead(
  organizationId: string,
  { leadId, fields }: Extract<LeadChange, { type: 'create' }>,
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
  { type: _, name: _name, leadId, base, ...status }: Extract<LeadChange, { type: 'status' }>,
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
  { leadId, fields, base }: Extract<LeadChange, { type: 'update' }>,
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
export async function storeAnswers(organizationId: string, sent: readonly SentChange[]): Promise<void> {
  if (sent.length > 0) writeItem(SENT_KEY, String(now().getTime()))
  const known = cachedData<LeadSet>(organizationId, 'leads')
  await Promise.all([
    changeCached<LeadStats>(organizationId, 'lead-stats', (stats) =>
      known ? recount(stats, known.leads, applySent(known.leads, sent, { isWhole: true })) : stats,
    ),
    changeCached<LeadSet>(organizationId, 'leads', (set) => ({
      ...set,
      leads: applySent(set.leads, sent, { isWhole: true }),
    })),
    changeCached<Lead[]>(organizationId, 'found-leads', (leads) =>
      applySent(leads, sent, { isWhole: false }),
    ),
    changeCached<Task[] | null>(organizationId, 'tasks', (tasks) => tasks && applyTaskChanges(tasks, sent)),
  ])
  refetchAfter(organizationId, 'outbox-sent')
  if (!sent.some(({ change }) => change.type === 'chat-delete')) return
  for (const kind of STALE_AFTER['conversations-changed']) {
    await changeCached<Inbox | null>(
      organizationId,
      kind,
      (list) => list && { ...list, conversations: [...withoutDeleted(list.conversations, sent)] },
    )
  }
  refetchAfter(organizationId, 'conversation-erased')
}

/** Refetches the lists if any tab has sent something while this page was loading. */
export function catchUp(organizationId: string): void {
  // Also cancels pending requests, whose responses may be older.
  if (Number(readItem(SENT_KEY)) > loadedAt()) void storeAnswers(organizationId, [])
}

/** Submits a change for a user in an organization. */
export const submitChange = connectOutbox({ send: sendChange, storeAnswers, catchUp })

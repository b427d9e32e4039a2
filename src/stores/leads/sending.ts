import * as v from 'valibot'
import { postCall } from '../../api/activity.ts'
import { removeVisitor } from '../../api/conversations.ts'
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
import { LEAD_STATUSES, type Lead, type LeadStats } from '../../contract/leads.ts'
import type { Task } from '../../contract/tasks.ts'
import { withoutDeleted } from '../../domain/conversations/deleted.ts'
import { CALL_MOVED } from '../../domain/leads/bookings.ts'
import { recount } from '../../domain/leads/counts.ts'
import { type LeadSet, withLeads } from '../../domain/leads/lead-set.ts'
import { hasMovedCall, mergedUpdate } from '../../domain/leads/merge.ts'
import { leadLabel } from '../../domain/leads/name.ts'
import { applySent, type LeadChange, type SentChange } from '../../domain/outbox/outbox.ts'
import { applyTaskChanges } from '../../domain/outbox/task-changes.ts'
import { FAILURES } from '../base/failures.ts'
import { type Outcome, registerSenders } from '../base/outbox/outbox.ts'
import type { ChangeOf, Senders } from '../base/outbox/senders.ts'
import { cachedData, changeCached } from '../base/query/query.ts'
import { refetchAfter, STALE_AFTER } from '../base/query/stale.ts'
import type { Account } from '../base/session/account.ts'
import { rememberOwnLead } from './own-leads.ts'

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
export async function settleLeads(organizationId: string, sent: readonly SentChange[]): Promise<void> {
  const known = cachedData<LeadSet>(organizationId, 'leads')
  // Also cancels pending requests, whose responses may be older.
  await Promise.all([
    changeCached<LeadStats>(organizationId, 'lead-stats', (stats) =>
      known ? recount(stats, known.leads, applySent(known.leads, sent, { isWhole: true })) : stats,
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

const id = v.string()
const leadId = id
/** Input is stored whether valid or not, because the server validates it. */
const fields = v.looseObject({})

/** How changes to leads and their tasks, and records of calls, are sent (section 7). */
export const LEAD_SENDERS = {
  create: {
    schema: v.looseObject({ leadId, fields }),
    send: createLead,
    settle: settleLeads,
    failure: 'Failed to add lead',
  },
  update: {
    schema: v.looseObject({ leadId, fields }),
    send: sendUpdate,
    settle: settleLeads,
    failure: 'Failed to update lead',
    ifMissing: 'unknown',
  },
  status: {
    schema: v.looseObject({ leadId, status: v.picklist(LEAD_STATUSES) }),
    send: sendStatus,
    settle: settleLeads,
    failure: FAILURES.leadStatus,
    ifMissing: 'unknown',
  },
  delete: {
    schema: v.looseObject({ leadId }),
    send: (organizationId, change, signal) => gone(removeLead(organizationId, change.leadId, signal)),
    settle: settleLeads,
    failure: 'Failed to delete lead',
    ifMissing: 'done',
  },
  'chat-delete': {
    schema: v.looseObject({ leadId, conversationId: id }),
    send: (organizationId, change, signal) =>
      gone(removeVisitor(organizationId, change.conversationId, signal)),
    settle: settleLeads,
    failure: 'Failed to delete test chat',
    ifMissing: 'done',
  },
  'task-add': {
    schema: v.looseObject({ leadId, task: v.looseObject({ id }) }),
    send: (organizationId, change, signal) =>
      kept(postTask(organizationId, change.leadId, change.task, signal)),
    settle: settleLeads,
    failure: 'Failed to add task',
  },
  'task-change': {
    schema: v.looseObject({ leadId, taskId: id, update: v.looseObject({}) }),
    send: (organizationId, change, signal) =>
      kept(putTask(organizationId, change.taskId, change.update, signal)),
    settle: settleLeads,
    failure: 'Failed to update task',
  },
  'task-delete': {
    schema: v.looseObject({ leadId, taskId: id }),
    send: (organizationId, change, signal) => kept(removeTask(organizationId, change.taskId, signal)),
    settle: settleLeads,
    failure: 'Failed to delete task',
    ifMissing: 'done',
  },
  call: {
    schema: v.looseObject({ leadId, call: v.looseObject({ id }) }),
    send: (organizationId, change, signal) =>
      kept(postCall(organizationId, change.leadId, change.call, signal)),
    settle: settleLeads,
    failure: 'Failed to record call',
    // Not every API records calls.
    ifMissing: 'done',
  },
} satisfies Partial<Senders>

/** The result of a change after which the lead is gone. */
const gone = async (sending: Promise<unknown>) => {
  await sending
  return null
}

/** The result of a change that leaves the lead itself as it is. */
const kept = async (sending: Promise<unknown>) => {
  await sending
  return {}
}

const submit = registerSenders(LEAD_SENDERS)

/** Submits a change for a user in an organization. */
export function submitChange(
  by: Account | null,
  change: Parameters<typeof submit>[1],
  delay?: number,
): Promise<Outcome> {
  return submit(by, by ? withName(by.organizationId, change) : change, delay)
}

/** Returns a change with the display name of its lead, because lists may not contain the lead later. */
export function withName<Change extends LeadChange>(organizationId: string, change: Change): Change {
  const lead = cachedData<LeadSet>(organizationId, 'leads')?.leads.find(({ id }) => id === change.leadId)
  return lead ? { name: leadLabel(lead).name, ...change } : change
}

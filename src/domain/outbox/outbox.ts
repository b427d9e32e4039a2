import type { NewCall } from '../../contract/activity.ts'
import type { InboxPost } from '../../contract/conversations.ts'
import { Lead, type LeadFields, type LeadUpdate, type StatusChange } from '../../contract/leads.ts'
import type { Task, TaskUpdate } from '../../contract/tasks.ts'
import { counted } from '../common/counted.ts'
import { joinNotes } from '../leads/merge.ts'
import { fieldsOfStatus } from '../leads/status.ts'

export type TaskChange =
  | { type: 'task-add'; leadId: string; task: Pick<Task, 'id' | 'text' | 'due_at'> }
  | { type: 'task-change'; leadId: string; taskId: string; update: TaskUpdate }
  | { type: 'task-delete'; leadId: string; taskId: string }

/**
 * A reply or a note in a conversation. `leadId` is '' if the conversation has no lead. `name` is the visitor's display
 * name.
 */
export type MessageChange = {
  type: 'message'
  leadId: string
  conversationId: string
  name: string
  message: InboxPost
}

/**
 * A change to a lead or its tasks, the record of a call, or a message in a conversation. `name` is the display name of
 * the lead when the change was made, because lists may no longer contain the lead.
 */
export type LeadChange = AnyChange & { name?: string | undefined }

type AnyChange =
  | TaskChange
  | MessageChange
  | { type: 'call'; leadId: string; call: NewCall & { id: string } }
  | { type: 'create'; leadId: string; fields: LeadFields }
  /** `base` contains the values that the fields had when the lead was read. */
  | { type: 'update'; leadId: string; fields: LeadUpdate; base?: LeadFields | undefined }
  /** `base` contains the lead's values when it was read. Absent while earlier changes to the lead are pending. */
  | ({
      type: 'status'
      leadId: string
      base?: Pick<Lead, 'status' | 'updated_at'> | undefined
    } & StatusChange)
  | { type: 'delete'; leadId: string }
  /** Deletes a test chat and its lead. `leadId` is '' if it has none. */
  | { type: 'chat-delete'; leadId: string; conversationId: string }

/** A change with its creation time, in ISO 8601 in UTC. */
export interface MadeChange {
  change: LeadChange
  madeAt: string
}

/**
 * A change that the server has confirmed. `lead` contains the lead fields in the response, or is null if the lead no
 * longer exists.
 */
export interface SentChange extends MadeChange {
  lead: Partial<Lead> | null
}

/** Returns whether a change can be sent: it is due, or the clock was set back after the change was created. */
export function isDue({ madeAt, dueAt }: { madeAt: string; dueAt: string }, now: Date): boolean {
  return now >= new Date(dueAt) || now < new Date(madeAt)
}

/** Returns whether a change creates its lead, so that later changes to the lead need it. */
export const createsLead = ({ type }: LeadChange): boolean => type === 'create'

/** Returns whether a change deletes its lead. */
export const deletesLead = ({ type }: LeadChange): boolean => type === 'delete' || type === 'chat-delete'

/** Returns the description of a pending change. `name` is the display name of its lead. */
export function describeChange(change: LeadChange, name: string): string {
  switch (change.type) {
    case 'create':
      return `Add ${name}`
    case 'update':
      return describeUpdate(change.fields, name)
    case 'status':
      return `Set ${name} to ${change.status}`
    case 'delete':
    case 'chat-delete':
      return `Remove ${name}`
    case 'task-add':
      return `Add the task “${change.task.text}” to ${name}`
    case 'task-change':
      return `Change a task of ${name}`
    case 'task-delete':
      return `Delete a task of ${name}`
    case 'call':
      return `Record a call to ${name}`
    case 'message':
      return `${change.message.message_type === 'note' ? 'Add a note about' : 'Reply to'} ${change.name}`
  }
}

function describeUpdate(fields: LeadUpdate, name: string): string {
  if (fields.add_note !== undefined) return `Add the note “${fields.add_note}” to ${name}`
  if (!changesCall(fields)) return `Change the details of ${name}`
  return `${fields.booking_status ? 'Cancel' : 'Move'} the appointment of ${name}`
}

/** Returns whether an update moves or cancels the estimate call. */
export const changesCall = ({ booking_start_time, booking_status }: LeadUpdate): boolean =>
  Boolean(booking_start_time ?? booking_status)

/** Returns whether a change affects the lead itself, rather than its tasks, calls, or conversation. */
export function changesLead({ type }: LeadChange): boolean {
  return type !== 'call' && type !== 'message' && !type.startsWith('task-')
}

/**
 * Returns the message while changes are pending on this device, or null if there are none (decision 2). Each change has
 * the reason why the server did not accept it, if the server could be reached.
 */
export function waitingText(changes: readonly { reason?: string | undefined }[]): string | null {
  if (changes.length === 0) return null
  const text = counted(changes.length, 'change')
  if (changes.every(({ reason }) => reason === undefined)) return `${text} will send when you are back online`
  return `${text} ${changes.length === 1 ? 'is' : 'are'} only on this device`
}

/** The number of a user's changes in another organization that wait, and that the server has rejected. */
export interface ChangesElsewhere {
  organizationId: string
  waiting: number
  refused: number
}

/** Returns the text about changes in another organization; `name` is its name, if known. */
export function elsewhereText({ waiting, refused }: ChangesElsewhere, name: string | undefined): string {
  const count = waiting || refused
  const changes = `${counted(count, 'change')} in ${name || 'another organization'}`
  const [be, have] = count === 1 ? ['is', 'was'] : ['are', 'were']
  if (waiting === 0) return `${changes} ${have} not accepted`
  return `${changes} ${be} waiting to be sent`
}

/** The fields of a lead, all null. */
const NOTHING_KNOWN = Object.fromEntries(Object.keys(Lead.entries).map((name) => [name, null]))

/** Returns a manually created lead without any values. */
function blankLead(id: string, madeAt: string): Lead {
  const made = { id, status: 'new', source: 'manual', created_at: madeAt, updated_at: madeAt }
  return { ...NOTHING_KNOWN, ...made } as Lead
}

/** Returns only the defined fields. */
function given(fields: { [Name in keyof Lead]?: Lead[Name] | undefined }): Partial<Lead> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

/** Returns the lead after a change, as the server would return it, or null after a deletion. */
function changed(lead: Lead | null, { change, madeAt }: MadeChange): Lead | null {
  if (change.type === 'create') {
    return lead ?? { ...blankLead(change.leadId, madeAt), ...given(change.fields) }
  }
  if (!lead || deletesLead(change)) return null
  if (change.type === 'update') {
    const { add_note, ...fields } = change.fields
    const notes = add_note === undefined ? {} : { notes: joinNotes(lead.notes, add_note) }
    const status = fields.status && given(fieldsOfStatus({ status: fields.status }))
    return { ...lead, ...status, ...given(fields), ...notes, updated_at: madeAt }
  }
  if (change.type !== 'status') return lead
  const notes = change.notes === undefined ? {} : { notes: joinNotes(lead.notes, change.notes) }
  return { ...lead, ...given(fieldsOfStatus(change)), ...notes, updated_at: madeAt }
}

/** Replays changes on a list. If the list is complete, adds created leads at the front. */
function replay<Made extends MadeChange>(
  leads: Lead[],
  changes: readonly Made[],
  step: (lead: Lead | null, change: Made) => Lead | null,
  isWhole: boolean,
): Lead[] {
  const byLead = Map.groupBy(changes, ({ change }) => change.leadId)
  const kept = leads.map((lead) => {
    const own = byLead.get(lead.id)
    byLead.delete(lead.id)
    return own ? own.reduce(step, lead) : lead
  })
  const made = isWhole ? [...byLead.values()].map((own) => own.reduce(step, null)) : []
  return [...made.reverse(), ...kept].filter((lead) => lead !== null)
}

/**
 * Returns all leads with the changes applied, with created leads first. Returns the same array if there are no changes.
 */
export function applyOutbox(leads: Lead[], changes: readonly MadeChange[]): Lead[] {
  return changes.length > 0 ? replay(leads, changes, changed, true) : leads
}

/** Returns the lead after a change that the server has confirmed. The server's values take precedence. */
function confirmed(lead: Lead | null, sent: SentChange): Lead | null {
  const after = sent.lead && changed(lead, sent)
  return after && { ...after, ...sent.lead }
}

/** Returns a list with the confirmed changes applied. */
export function applySent(
  leads: Lead[],
  sent: readonly SentChange[],
  { isWhole }: { isWhole: boolean },
): Lead[] {
  return replay(leads, sent, confirmed, isWhole)
}

/** Returns what deletions concern: only test chats, or leads. */
const nounOf = (deletions: readonly LeadChange[]): 'test chat' | 'lead' =>
  deletions.every(({ type }) => type === 'chat-delete') ? 'test chat' : 'lead'

/** Returns a text about deleted leads or test chats. */
export const removedText = (deletions: readonly LeadChange[]): string =>
  deletions.length === 1
    ? `${deletions[0]?.name ?? 'Lead'} deleted`
    : `${counted(deletions.length, nounOf(deletions))} deleted`

/** Returns a text about how many of the deleted leads or test chats were restored in time. */
export function restoredText(restored: number, deletions: readonly LeadChange[]): string {
  const noun = nounOf(deletions)
  const all = deletions.length
  if (all === 1) return restored === 1 ? `The ${noun} is restored` : `The ${noun} is already deleted`
  if (restored === 0) return `The ${noun}s are already deleted`
  return restored === all ? `${counted(all, noun)} restored` : `${restored} of ${counted(all, noun)} restored`
}

import { Lead, type LeadFields, type LeadStatus } from '../contract/leads.ts'

/** A change of one lead that the owner has made. */
export type LeadChange =
  | { type: 'create'; leadId: string; fields: LeadFields }
  | { type: 'update'; leadId: string; fields: LeadFields }
  | {
      type: 'status'
      leadId: string
      status: LeadStatus
      notes?: string | undefined
      loss_reason?: string | undefined
    }
  | { type: 'delete'; leadId: string }

/** A change and when it was made, ISO 8601 in UTC. */
export interface MadeChange {
  change: LeadChange
  madeAt: string
}

/** A change that the server has confirmed, with the lead as it is since; null when there is none any more. */
export interface SentChange extends MadeChange {
  lead: Lead | null
}

const plural = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`)

/** What is said while changes wait on the device; null when none do. Design, decision 2. */
export function waitingText(count: number): string | null {
  return count === 0 ? null : `${plural(count, 'change', 'changes')} will send when you are back online`
}

/** The warning before signing out, which forgets changes that wait. */
export function unsentText(count: number): string {
  return `${plural(count, 'change has', 'changes have')} not been sent. Signing out discards ${count === 1 ? 'it' : 'them'}.`
}

/** Every field of a lead, of which nothing is known. */
const NOTHING_KNOWN = Object.fromEntries(Object.keys(Lead.entries).map((name) => [name, null]))

/** A lead that was made by hand, before its fields are filled in. */
function blankLead(id: string, madeAt: string): Lead {
  const made = { id, status: 'new', source: 'manual', created_at: madeAt, updated_at: madeAt }
  return { ...NOTHING_KNOWN, ...made } as Lead
}

/** The fields that are given; one that is undefined stays as it was. */
function given(fields: LeadFields): Partial<Lead> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

/** The lead as it is after a change, as the server would have it; null when there is none. */
function changed(lead: Lead | null, { change, madeAt }: MadeChange): Lead | null {
  if (change.type === 'create') {
    return lead ?? { ...blankLead(change.leadId, madeAt), ...given(change.fields) }
  }
  if (!lead || change.type === 'delete') return null
  if (change.type === 'update') return { ...lead, ...given(change.fields), updated_at: madeAt }
  const { status, notes, loss_reason } = change
  return {
    ...lead,
    status,
    notes: notes ?? lead.notes,
    loss_reason: loss_reason ?? (status === 'lost' ? lead.loss_reason : null),
    updated_at: madeAt,
  }
}

/**
 * All leads as if the changes were done, made leads first. The same list comes back when there are none;
 * leads that are not in the list stay out of it.
 */
export function applyOutbox(leads: Lead[], changes: readonly MadeChange[]): Lead[] {
  if (changes.length === 0) return leads
  const byLead = Map.groupBy(changes, ({ change }) => change.leadId)
  const replay = (lead: Lead | null, id: string) => (byLead.get(id) ?? []).reduce(changed, lead)
  // One look at each lead, and no list of all their ids: there may be a hundred thousand.
  const known = new Set<string>()
  const kept: Lead[] = []
  for (const lead of leads) {
    const isTouched = byLead.has(lead.id)
    if (isTouched) known.add(lead.id)
    const after = isTouched ? replay(lead, lead.id) : lead
    if (after) kept.push(after)
  }
  const made = [...byLead.keys()].filter((id) => !known.has(id)).map((id) => replay(null, id))
  return [...made.reverse().filter((lead) => lead !== null), ...kept]
}

/**
 * What the server found for a filter, as if the changes were done. The server has not seen them: whether a changed
 * lead `matches` is decided here, and those among `all` (with the changes applied) that do now are put in.
 */
export function applyOutboxToFound(
  found: Lead[],
  all: Lead[],
  changes: readonly MadeChange[],
  matches: (lead: Lead) => boolean,
): Lead[] {
  if (changes.length === 0) return found
  const touched = new Set(changes.map(({ change }) => change.leadId))
  const kept = applyOutbox(found, changes).filter((lead) => !touched.has(lead.id) || matches(lead))
  const there = new Set(kept.map(({ id }) => id))
  const added = all.filter((lead) => touched.has(lead.id) && !there.has(lead.id) && matches(lead))
  if (added.length === 0) return kept
  return [...kept, ...added].sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))
}

/** A list with what the server has confirmed. Made leads come first in a list of all, and into no other. */
export function applySent(
  leads: Lead[],
  sent: readonly SentChange[],
  { isWhole }: { isWhole: boolean },
): Lead[] {
  const latest = new Map(sent.map(({ change, lead }) => [change.leadId, lead]))
  const known = new Set(leads.filter(({ id }) => latest.has(id)).map(({ id }) => id))
  const made = sent.filter(({ change }) => change.type === 'create' && !known.has(change.leadId)).reverse()
  const added = isWhole ? made.map(({ change }) => latest.get(change.leadId) ?? null) : []
  const kept = leads.map((lead) => {
    const confirmed = latest.get(lead.id)
    return confirmed === undefined ? lead : confirmed
  })
  return [...added, ...kept].filter((lead) => lead !== null)
}

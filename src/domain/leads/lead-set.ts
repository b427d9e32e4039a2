import type { Lead, LeadChanges } from '../../contract/leads.ts'

/** All leads of an organization, newest first. */
export interface LeadSet {
  leads: Lead[]
  /** The cursor for requesting changes. Null if the API can only send the whole list. */
  cursor: string | null
}

/** Returns the set with different leads. */
export const withLeads = (set: LeadSet, leads: Lead[]): LeadSet => ({ ...set, leads })

/**
 * Returns the set with the changes since its cursor. Unchanged leads stay the same objects, and the list stays
 * the same array if nothing has changed. Returns null if the number of leads then differs from the server's. In that
 * case, the set and the server's view of it were out of sync, and only reloading the whole list helps.
 */
export function mergeChanges(set: LeadSet, { leads, removed, total, cursor }: LeadChanges): LeadSet | null {
  const merged = mergeLeads(set.leads, leads, removed)
  return merged.length === total ? { leads: merged, cursor } : null
}

function mergeLeads(known: Lead[], changed: readonly Lead[], removed: readonly string[]): Lead[] {
  const gone = new Set(removed)
  const next = new Map(changed.map((lead) => [lead.id, lead]))
  let isSame = true
  const kept = known.flatMap((lead) => {
    const after = next.get(lead.id)
    if (after === undefined && !gone.has(lead.id)) return lead
    const isInPlace = after?.created_at === lead.created_at
    if (after && isInPlace) next.delete(lead.id)
    if (after && sameLead(lead, after)) return lead
    isSame = false
    return after && isInPlace ? after : []
  })
  if (next.size > 0) return [...kept, ...next.values()].sort(newestFirst)
  return isSame ? known : kept
}

/** The server's order. Its times share one format, so most of them need no parsing. */
const newestFirst = (a: Lead, b: Lead) =>
  (a.created_at.length === b.created_at.length && a.created_at.endsWith('Z') && b.created_at.endsWith('Z')
    ? byText(b.created_at, a.created_at)
    : Date.parse(b.created_at) - Date.parse(a.created_at)) || byText(a.id, b.id)

const byText = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1)

const sameLead = (a: Lead, b: Lead) => JSON.stringify(a) === JSON.stringify(b)

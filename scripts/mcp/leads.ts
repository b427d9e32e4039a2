import { pathOf } from '../../src/contract/endpoint.ts'
import { type Lead, LeadChanges, listLeads, MOST_LIMITED } from '../../src/contract/leads.ts'
import type { Api } from './api.ts'

/**
 * Returns a function that returns all leads. Its first call reads them in parts, and later calls read only the changes.
 * Calls wait for each other; one that fails continues where it stopped.
 */
export function leadReader({ orgId, get }: Api): () => Promise<readonly Lead[]> {
  const leads = new Map<string, Lead>()
  let cursor: string | undefined
  let last: Promise<unknown> = Promise.resolve()

  async function readPart(): Promise<LeadChanges['kind']> {
    const query = { limit: String(MOST_LIMITED), since: cursor }
    const part = await get(pathOf(listLeads, { orgId }), query, LeadChanges)
    if (part.kind === 'all' || part.kind === 'first') leads.clear()
    for (const id of part.removed) leads.delete(id)
    for (const lead of part.leads) leads.set(lead.id, lead)
    cursor = part.cursor
    return part.kind
  }

  async function read(): Promise<readonly Lead[]> {
    let kind: LeadChanges['kind']
    do kind = await readPart()
    while (kind === 'first' || kind === 'more')
    return [...leads.values()]
  }

  return () => {
    const reading = last.then(read, read)
    last = reading
    return reading
  }
}

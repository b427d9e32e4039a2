import { fetchFirstLeads, fetchLeadChanges, fetchLeads, fetchMoreLeads } from '../../api/leads.ts'
import type { Lead, LeadChanges } from '../../contract/leads.ts'
import { type LeadSet, mergeChanges, wholeSet } from '../../domain/leads/lead-set.ts'
import { ownedAtom } from '../base/session/account.ts'

/**
 * Loads the leads of an organization: first the newest ones, then the rest in parts, then only the changes since. An
 * API that does not support parts sends all leads each time. `known` contains what was loaded before.
 */
export async function loadLeads(
  organizationId: string,
  known: LeadSet | undefined,
  signal?: AbortSignal,
): Promise<LeadSet> {
  if (!known) return toSet(await fetchFirstLeads(organizationId, signal))
  const { cursor } = known
  if (cursor === null) return wholeSet(await fetchLeads(organizationId, {}, signal))
  const load = known.isWhole ? loadChanges : loadRest
  const set = await load(organizationId, { ...known, cursor }, signal)
  return set ?? toSet(await fetchLeadChanges(organizationId, null, signal))
}

type Continued = LeadSet & { cursor: string }

/** Returns a complete set with the latest changes applied; null if everything must be reloaded. */
async function loadChanges(
  organizationId: string,
  known: Continued,
  signal?: AbortSignal,
): Promise<LeadSet | null> {
  const part = await fetchLeadChanges(organizationId, known.cursor, signal)
  return isPart('changes', part) ? mergeChanges(known, part) : toSet(part)
}

/** The leads that have loaded after the first part, whose cursor is `after`, and the cursor of the last one. */
interface Rest {
  after: string
  leads: Lead[]
  cursor: string
}

/** The leads that an interrupted request for all leads has loaded, so that the next request continues there. */
const $rest = ownedAtom<Rest | null>(null)

/** Returns the complete set that begins with a first part; null if everything must be reloaded. */
async function loadRest(
  organizationId: string,
  first: Continued,
  signal?: AbortSignal,
): Promise<LeadSet | null> {
  const begun = $rest.get()
  let rest = begun?.after === first.cursor ? begun : { after: first.cursor, leads: [], cursor: first.cursor }
  for (;;) {
    const part = await fetchMoreLeads(organizationId, rest.cursor, signal)
    if (!isPart('more', part)) {
      $rest.set(null)
      if (isPart('changes', part))
        return mergeChanges({ ...first, leads: [...first.leads, ...rest.leads] }, part)
      return isPart('first', part) ? null : toSet(part)
    }
    // An API that repeats a part would do so forever.
    if (part.cursor === rest.cursor) return null
    rest = { ...rest, leads: [...rest.leads, ...part.leads], cursor: part.cursor }
    $rest.set(rest)
  }
}

const isPart = <Kind extends LeadChanges['kind']>(
  kind: Kind,
  part: Lead[] | LeadChanges,
): part is LeadChanges & { kind: Kind } => !Array.isArray(part) && part.kind === kind

function toSet(part: Lead[] | LeadChanges): LeadSet {
  if (Array.isArray(part)) return wholeSet(part)
  const { leads, total, cursor, kind } = part
  return kind === 'all' ? wholeSet(leads, cursor) : { leads, total, cursor, isWhole: false }
}

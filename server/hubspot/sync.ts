import { MINUTE_MS, SECOND_MS } from '../../src/domain/time/durations.ts'
import { RateLimited, Rejected, Revoked, reasonOf, Unavailable, VendorError } from '../base/vendor-errors.ts'
import type { Deps } from '../kernel/deps.ts'
import { callHubspot } from './connection.ts'
import { linkContacts, mergeContacts, type Work } from './contacts.ts'
import { transferExtras } from './extras.ts'
import { sharedOf } from './fields.ts'
import { type Due, enroll, finishTransfer, nextDue, putBack, readActive } from './links.ts'
import { onePerPerson } from './match.ts'
import { logTransfers } from './transfers.ts'

/**
 * The number of leads transferred together. HubSpot limits the length of a search for their emails and phone numbers.
 */
const BATCH = 20
const FIRST_PAUSE_MS = 5 * SECOND_MS
const LONGEST_PAUSE_MS = 5 * MINUTE_MS

const NOTHING_TO_FIND = 'Has neither email nor phone number, so HubSpot could not recognize it'

/**
 * Transfers some of an organization's pending changes. Returns whether there may be more to do now. Failures pause the
 * organization; rejections finishTransfer a lead until it changes.
 */
export async function transferSome(deps: Deps, organizationId: string): Promise<boolean> {
  const { db, clock, log } = deps
  const connection = await readActive(db, organizationId, clock())
  if (!connection) return false
  if (!connection.isEnrolled && (await enroll(db, connection, clock()))) return true
  // After a failure, transfers one lead at a time, so that one lead does not hold up the others.
  const due = await nextDue(db, organizationId, clock(), connection.failures > 0 ? 1 : BATCH)
  if (due.length === 0) {
    if (!connection.isImported) await endImport(deps, organizationId)
    return false
  }
  const batch = onePerPerson(due)
  const work: Work = {
    ...connection,
    deps,
    call: (use) => callHubspot(deps, organizationId, use),
  }
  try {
    await transfer(work, batch)
    if (connection.failures > 0) await unpause(deps, organizationId)
    return true
  } catch (error) {
    if (!(error instanceof VendorError))
      log.error({ err: error, organizationId }, 'a transfer to HubSpot failed')
    await putBack(
      db,
      batch.map(({ lead_id }) => lead_id),
      clock(),
    )
    if (!(error instanceof Revoked)) await pause(deps, organizationId, error, connection.failures)
    return false
  }
}

async function transfer(work: Work, batch: readonly Due[]): Promise<void> {
  const { deps, organizationId } = work
  const settled = new Set<Due>()
  const fail = async (due: Due, error: Rejected) => {
    settled.add(due)
    await finishTransfer(deps.db, due, deps.clock(), { error: error.message })
    await logTransfers(deps.db, organizationId, deps.clock(), [
      {
        kind: due.contact_id === null ? 'contact_created' : 'contact_updated',
        leadId: due.lead_id,
        status: 'failed',
        detail: error.message,
      },
    ])
  }
  const unlinked: Due[] = []
  for (const due of batch.filter(({ contact_id }) => contact_id === null)) {
    const { email, phone } = sharedOf(due.lead)
    if (email || phone) unlinked.push(due)
    else await fail(due, new Rejected(0, NOTHING_TO_FIND))
  }
  const made = unlinked.length > 0 ? await linkContacts(work, unlinked, fail) : new Set<Due>()
  const linked = batch.filter((due) => due.contact_id !== null && !made.has(due))
  if (linked.length > 0) await mergeContacts(work, linked, fail)
  for (const due of batch) {
    if (due.is_gone || settled.has(due)) continue
    if (due.contact_id === null) throw new Unavailable('HubSpot did not say which contact is new')
    const later = await transferExtras(work, due)
    await finishTransfer(deps.db, due, deps.clock(), { later })
  }
}

async function pause(
  { db, clock }: Deps,
  organizationId: string,
  error: unknown,
  failures: number,
): Promise<void> {
  const isLimit = error instanceof RateLimited
  const ms = isLimit ? error.seconds * SECOND_MS : Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS)
  await db
    .updateTable('hubspot_connections')
    .set({
      paused_until: new Date(clock().getTime() + ms),
      reason: reasonOf(error),
      ...(!isLimit && { failures: failures + 1 }),
    })
    .where('organization_id', '=', organizationId)
    .where('state', '=', 'active')
    .execute()
}

async function unpause({ db }: Deps, organizationId: string): Promise<void> {
  await db
    .updateTable('hubspot_connections')
    .set({ failures: 0, reason: null, paused_until: null })
    .where('organization_id', '=', organizationId)
    .where('state', '=', 'active')
    .execute()
}

/** Records that all leads of the first connection were transferred. */
async function endImport({ db, clock }: Deps, organizationId: string): Promise<void> {
  await db
    .updateTable('hubspot_connections')
    .set({ imported_at: clock() })
    .where('organization_id', '=', organizationId)
    .execute()
}

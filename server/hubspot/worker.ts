import { type Kysely, sql } from 'kysely'
import { SECOND_MS } from '../../src/domain/time/durations.ts'
import { repeated } from '../base/repeat.ts'
import type { JobQueue } from '../db/queue.ts'
import type { Database } from '../db/schema.ts'
import type { Deps } from '../kernel/deps.ts'
import { hubspotSetup } from './connection.ts'
import { transferSome } from './sync.ts'

const QUEUE = 'hubspot'
/** How often to look for changes. */
const LOOK_MS = 2 * SECOND_MS
/** The maximum duration of a job, so that every organization gets its turn. */
const SLICE_MS = 10 * SECOND_MS
/** The number of organizations that one server serves at a time. They mostly wait for HubSpot. */
const AT_ONCE = 8

interface Transfers {
  organizationId: string
}

/** Marks the organizations with pending changes as queued, and returns them. Call it in a transaction. */
export async function claim(tx: Kysely<Database>, now: Date): Promise<string[]> {
  const { rows } = await sql<{ organization_id: string }>`
    update hubspot_connections set is_queued = true
    where organization_id in (
      select organization_id from hubspot_connections as connection
      where state = 'active' and not is_queued and (paused_until is null or paused_until <= ${now})
        and (enrolled_at is null or imported_at is null or exists (
          select from hubspot_links where hubspot_links.organization_id = connection.organization_id
            and version > done_version and not is_gone and (not_before is null or not_before <= ${now})))
      for update skip locked)
    returning organization_id`.execute(tx)
  return rows.map(({ organization_id }) => organization_id)
}

/**
 * Transfers an organization's pending changes, for a limited time. A job that ends early is followed by another; if it
 * rejects, the queue retries it.
 */
export async function runTransfers(deps: Deps, organizationId: string): Promise<void> {
  const end = performance.now() + SLICE_MS
  while (performance.now() < end && (await transferSome(deps, organizationId)));
  await deps.db
    .updateTable('hubspot_connections')
    .set({ is_queued: false })
    .where('organization_id', '=', organizationId)
    .execute()
}

/**
 * Transfers changes between leads and HubSpot as jobs. The jobs of one organization run one after the other, even on
 * several servers. Returns a function that stops looking for changes. Does nothing if HubSpot is not set up.
 */
export async function startHubspot(deps: Deps, queue: JobQueue): Promise<() => Promise<void>> {
  if (!hubspotSetup(deps)) return async () => {}
  await queue.define({ [QUEUE]: { isOrdered: true } })
  await queue.work<Transfers>(QUEUE, ({ organizationId }) => runTransfers(deps, organizationId), AT_ONCE)
  const look = repeated(
    () =>
      deps.db.transaction().execute(async (tx) => {
        const claimed = await claim(tx, deps.clock())
        const jobs = claimed.map((organizationId) => ({
          data: { organizationId },
          key: organizationId,
          group: organizationId,
        }))
        await queue.add(tx, QUEUE, jobs)
      }),
    (error) => deps.log.error({ err: error }, 'transfers to HubSpot could not be queued'),
  )
  void look.run()
  return look.every(LOOK_MS)
}

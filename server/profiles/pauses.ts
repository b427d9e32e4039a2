import { type Kysely, sql } from 'kysely'
import { PAUSABLE, type Pausable, type Pause, type Pauses } from '../../src/contract/pauses.ts'
import { activePause } from '../../src/domain/settings/pauses.ts'
import { lockOrganization } from '../db/lock-organization.ts'
import type { Database } from '../db/schema.ts'
import { notSetUp } from '../http/http-error.ts'

export const isPausable = (what: string): what is Pausable => PAUSABLE.some((each) => each === what)

/** Returns the pauses that have not ended at the time `now`. */
export const activePauses = (stored: Partial<Pauses> | null | undefined, now: Date): Pauses => ({
  agent: activePause(stored?.agent, now),
  booking: activePause(stored?.booking, now),
})

/** Returns an organization's pauses at the time `now`. Throws an HttpError if the organization doesn't exist. */
export async function readPauses(db: Kysely<Database>, organizationId: string, now: Date): Promise<Pauses> {
  const row = await db
    .selectFrom('organizations')
    .select('pauses')
    .where('id', '=', organizationId)
    .executeTakeFirst()
  if (!row) throw notSetUp()
  return activePauses(row.pauses, now)
}

/** Returns whether visitors can book calls at the time `now`. A paused agent books none either. */
export async function takesBookings(
  db: Kysely<Database>,
  organizationId: string,
  now: Date,
): Promise<boolean> {
  const { agent, booking } = await readPauses(db, organizationId, now)
  return agent === null && booking === null
}

/**
 * Begins a pause, changes its end, or ends it (null). Waits for bookings that are being stored, so that none is stored
 * after a pause has begun.
 */
export async function setPause(
  db: Kysely<Database>,
  organizationId: string,
  what: Pausable,
  pause: Pause | null,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockOrganization(tx, organizationId)
    await tx
      .updateTable('organizations')
      .set({ pauses: sql`pauses || ${JSON.stringify({ [what]: pause })}::jsonb` })
      .where('id', '=', organizationId)
      .execute()
  })
}

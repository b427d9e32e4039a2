import { type Kysely, sql } from 'kysely'
import type { Database } from '../db/schema.ts'
import type { Member, Role } from '../kernel/deps.ts'

/** A user's role before and after a change; null for non-members, and undefined if it is unknown. */
export interface RoleChange {
  before: Role | null | undefined
  after: Role | null
}

/**
 * Records that a user is no longer an admin, if something that the user created still works, so that the other admins
 * review it. Forgets it if the user is an admin again. Must be called in the transaction that changes the role.
 */
export async function recordRole(
  tx: Kysely<Database>,
  { organizationId, userId }: Member,
  { before, after }: RoleChange,
  now: Date,
): Promise<void> {
  if (after === 'admin') return dismiss(tx, organizationId, userId)
  if (before !== undefined && before !== 'admin') return
  // Only an admin can have created what has no creator.
  const since = before === 'admin' ? now : new Date(0)
  const created = await stillWorking(tx, { organization_id: organizationId, user_id: userId, since }, now)
  if (isEmpty(created)) return
  await tx
    .insertInto('former_admins')
    .values({ organization_id: organizationId, user_id: userId, since: now })
    .onConflict((conflict) => conflict.columns(['organization_id', 'user_id']).doUpdateSet({ since: now }))
    .execute()
}

/** Forgets a former admin. */
export async function dismiss(db: Kysely<Database>, organizationId: string, userId: string): Promise<void> {
  await db
    .deleteFrom('former_admins')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .execute()
}

/** Returns the former admins of an organization, newest first, with what still works of what they created. */
export async function formerAdmins(db: Kysely<Database>, organizationId: string, now: Date) {
  const rows = await db
    .selectFrom('former_admins')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('since', 'desc')
    .orderBy('user_id')
    .execute()
  const found = await Promise.all(
    rows.map(async (row) => ({ ...row, ...(await stillWorking(db, row, now)) })),
  )
  return found.filter((each) => !isEmpty(each))
}

type Created = Awaited<ReturnType<typeof stillWorking>>

const isEmpty = ({ keys, webhooks, has_feed }: Pick<Created, 'keys' | 'webhooks' | 'has_feed'>) =>
  keys.length === 0 && webhooks.length === 0 && !has_feed

/**
 * Returns what a user created and still works at the time `now`, with the endpoints and the calendar feed that were
 * created before the user stopped being an admin, if nobody knows by whom.
 */
async function stillWorking(
  db: Kysely<Database>,
  { organization_id, user_id, since }: { organization_id: string; user_id: string; since: Date },
  now: Date,
) {
  const isTheirs = sql<boolean>`(created_by = ${user_id} or created_by is null and created_at <= ${since})`
  const keys = await db
    .selectFrom('api_keys')
    .select(['id', 'name', 'hint'])
    .where('organization_id', '=', organization_id)
    .where('created_by', '=', user_id)
    .where('revoked_at', 'is', null)
    .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const webhooks = await db
    .selectFrom('webhook_endpoints')
    .select(['id', 'url'])
    .where('organization_id', '=', organization_id)
    .where(isTheirs)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const feed = await db
    .selectFrom('calendar_feeds')
    .select('token')
    .where('organization_id', '=', organization_id)
    .where(isTheirs)
    .executeTakeFirst()
  return { keys, webhooks, has_feed: feed !== undefined }
}

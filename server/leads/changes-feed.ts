import { type Kysely, sql } from 'kysely'
import type { Lead } from '../../src/contract/leads.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import type { Database } from '../db/schema.ts'
import { LEAD_COLUMNS } from './lead-columns.ts'

/** Days for which the ids of removed leads are stored. */
export const REMOVALS_KEPT_DAYS = 30

/** Days for which a cursor is valid, so that no removal is missed. */
const CURSOR_DAYS = REMOVALS_KEPT_DAYS - 1

/** A transaction, the time when it was read in seconds since 1970, and after a part of a list, its {@link Place}. */
const CURSOR = /^(\d{1,18})-(\d{1,12})(?:-(-?\d{1,17})-([\w-]+))?$/

/** The end of a part of a list: the time of its last lead in microseconds since 1970, and the lead's id. */
export interface Place {
  micros: string
  id: string
}

/** The state that a client has: every change before transaction `xid`, and the list up to a place, or all of it. */
export interface Known {
  xid: string
  /** The cursor without the place. */
  state: string
  place: Place | null
}

/**
 * The state of a database: every transaction before `xid` has ended, and its changes are visible. A later transaction
 * can already be visible, so its changes may be sent twice, but none is missed, regardless of the order in which
 * transactions commit.
 */
const position = sql<string>`pg_snapshot_xmin(pg_current_snapshot())::text || '-' || extract(epoch from now())::bigint`

/**
 * Returns the cursor of the current state. Call it before reading the rows that it covers, or in the same statement.
 */
export async function cursorNow(db: Kysely<Database>): Promise<string> {
  const { cursor } = await db.selectNoFrom(position.as('cursor')).executeTakeFirstOrThrow()
  return cursor
}

/** Returns the cursor of a list that was read up to a place, in the state `state`. */
export const cursorAt = (state: string, { micros, id }: Place): string =>
  `${state}-${micros}-${Buffer.from(id).toString('base64url')}`

/**
 * Returns the state that a cursor represents; null if the cursor is too old, or from a database that has since been
 * replaced by an older copy. `now` is a current cursor.
 */
export function readCursor(cursor: string | undefined, now: string): Known | null {
  const [, xid, at, micros, id] = CURSOR.exec(cursor ?? '') ?? []
  const [, xidNow, atNow] = CURSOR.exec(now) ?? []
  if (!xid || !at || !xidNow || !atNow) return null
  const age = (Number(atNow) - Number(at)) * 1_000
  if (BigInt(xid) > BigInt(xidNow) || age < 0 || age > CURSOR_DAYS * DAY_MS) return null
  const after = id && Buffer.from(id, 'base64url').toString()
  // The database does not accept such a text.
  if (after?.includes('\0')) return null
  return { xid, state: `${xid}-${at}`, place: micros && after ? { micros, id: after } : null }
}

/**
 * Returns the condition that a lead follows a place in the list, which is ordered by time, newest first, then by id.
 */
export const follows = ({ micros, id }: Place) => {
  const time = sql`timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond'`
  return sql<boolean>`(leads.created_at <= ${time} and (leads.created_at < ${time} or leads.id > ${id}))`
}

/** Returns whether a lead was created, changed, or removed in transaction `xid` or later. */
export async function haveChanged(
  db: Kysely<Database>,
  organizationId: string,
  xid: string,
): Promise<boolean> {
  const { rows } = await sql<{ changed: boolean }>`
    select exists (select from leads where organization_id = ${organizationId} and changed_in >= ${xid}::bigint)
      or exists (select from lead_removals where organization_id = ${organizationId} and removed_in >= ${xid}::bigint)
      as changed`.execute(db)
  return rows[0]?.changed ?? true
}

interface Changes {
  cursor: string
  total: number
  removed: string[]
  leads: Lead[]
}

/**
 * Returns what changed in transaction `xid` or later, and the leads that follow a place, newest first. Reads both in
 * one statement, and thus in one state.
 */
export async function changesSince(
  db: Kysely<Database>,
  organizationId: string,
  { xid, place }: Known,
): Promise<Changes> {
  const isNew = sql<boolean>`leads.changed_in >= ${xid}::bigint`
  const changed = db
    .selectFrom('leads')
    .innerJoinLateral(db.selectNoFrom(LEAD_COLUMNS).as('lead'), (join) => join.onTrue())
    .select(
      sql<string>`coalesce(json_agg(to_json(lead) order by leads.created_at desc, leads.id), '[]')::text`.as(
        'json',
      ),
    )
    .where('leads.organization_id', '=', organizationId)
    .where(place ? sql<boolean>`(${isNew} or ${follows(place)})` : isNew)
  const removed = sql<string>`(select coalesce(json_agg(distinct lead_id), '[]')::text from lead_removals
    where organization_id = ${organizationId} and removed_in >= ${xid}::bigint
      and not exists (select from leads where leads.id = lead_id))`
  const row = await db
    .selectNoFrom([
      position.as('cursor'),
      countOf(organizationId).as('total'),
      removed.as('removed'),
      changed.as('leads'),
    ])
    .executeTakeFirstOrThrow()
  return {
    cursor: row.cursor,
    total: Number(row.total),
    removed: JSON.parse(row.removed),
    leads: JSON.parse(row.leads ?? '[]'),
  }
}

const countOf = (organizationId: string) =>
  sql<number>`(select count(*) from leads where organization_id = ${organizationId})`

import { type Kysely, type Selectable, sql } from 'kysely'
import type { FieldMap } from '../../src/contract/hubspot.ts'
import type { Lead } from '../../src/contract/leads.ts'
import type { Extras, HubspotLinksTable } from '../db/hubspot-schema.ts'
import type { Database } from '../db/schema.ts'
import { LEAD_COLUMNS } from '../leads/lead-columns.ts'
import { isVisitors } from '../leads/tests.ts'
import type { Agreed } from './fields.ts'

/** The number of leads that get their links in one transaction. */
const ENROLLED_AT_ONCE = 1_000

/** A lead whose latest version is not in HubSpot. */
export interface Due extends Selectable<HubspotLinksTable> {
  lead: Lead
}

export interface Connected {
  organizationId: string
  map: FieldMap
  portalId: string
}

/** Returns an active connection that HubSpot has not paused; otherwise null. */
export async function readActive(
  db: Kysely<Database>,
  organizationId: string,
  now: Date,
): Promise<(Connected & { isEnrolled: boolean; isImported: boolean; failures: number }) | null> {
  const row = await db
    .selectFrom('hubspot_connections')
    .select(['portal_id', 'field_map', 'enrolled_at', 'imported_at', 'failures'])
    .where('organization_id', '=', organizationId)
    .where('state', '=', 'active')
    .where(({ or, eb }) => or([eb('paused_until', 'is', null), eb('paused_until', '<=', now)]))
    .executeTakeFirst()
  if (!row) return null
  return {
    organizationId,
    map: row.field_map,
    portalId: row.portal_id,
    isEnrolled: row.enrolled_at !== null,
    isImported: row.imported_at !== null,
    failures: row.failures,
  }
}

/** Adds links for leads without one, newest first, and returns whether there may be more. */
export async function enroll(
  db: Kysely<Database>,
  { organizationId, portalId }: Connected,
  now: Date,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const leads = await tx
      .selectFrom('leads')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where(isVisitors)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('hubspot_links').select('lead_id').whereRef('hubspot_links.lead_id', '=', 'leads.id'),
          ),
        ),
      )
      .orderBy('created_at', 'desc')
      .limit(ENROLLED_AT_ONCE)
      // Locks the lead before its link, like every other writer.
      .forKeyShare()
      .execute()
    if (leads.length > 0) {
      await tx
        .insertInto('hubspot_links')
        .values(
          leads.map(({ id }) => ({ lead_id: id, organization_id: organizationId, portal_id: portalId })),
        )
        .onConflict((conflict) => conflict.column('lead_id').doNothing())
        .execute()
    }
    const isMore = leads.length === ENROLLED_AT_ONCE
    if (!isMore) {
      await tx
        .updateTable('hubspot_connections')
        .set({ enrolled_at: now })
        .where('organization_id', '=', organizationId)
        .execute()
    }
    return isMore
  })
}

export const dueLinks = (db: Kysely<Database>, organizationId: string, now: Date) =>
  db
    .selectFrom('hubspot_links')
    .innerJoin('leads', 'leads.id', 'hubspot_links.lead_id')
    .where('hubspot_links.organization_id', '=', organizationId)
    .where(isVisitors)
    .where(sql<boolean>`version > done_version and not is_gone`)
    .where(({ or, eb }) => or([eb('not_before', 'is', null), eb('not_before', '<=', now)]))

/**
 * Returns the next leads to transfer. Failed ones come last, and changes come before leads that were never transferred.
 */
export async function nextDue(
  db: Kysely<Database>,
  organizationId: string,
  now: Date,
  most: number,
): Promise<Due[]> {
  const links = await dueLinks(db, organizationId, now)
    .selectAll('hubspot_links')
    .orderBy('tried_at', (order) => order.asc().nullsFirst())
    .orderBy(sql`done_version = 0`)
    .orderBy('leads.created_at', 'desc')
    .limit(most)
    .execute()
  const leads = await leadsOf(
    db,
    links.map(({ lead_id }) => lead_id),
  )
  return links.flatMap((link) => {
    const lead = leads.get(link.lead_id)
    return lead ? [{ ...link, lead }] : []
  })
}

export async function leadsOf(db: Kysely<Database>, ids: readonly string[]): Promise<Map<string, Lead>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('leads').select(LEAD_COLUMNS).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

interface LinkChange {
  contact_id?: string | null
  agreed?: Agreed
  withheld_email?: string | null
  extras?: Extras
  is_gone?: boolean
}

/** Stores data about a lead's contact immediately, so that a crash does not repeat what HubSpot has already done. */
export async function keepLink(db: Kysely<Database>, due: Due, change: LinkChange): Promise<void> {
  const { agreed, extras, ...rest } = change
  await db
    .updateTable('hubspot_links')
    .set({
      ...rest,
      ...(agreed && { agreed: JSON.stringify(agreed) }),
      ...(extras && { extras: JSON.stringify(extras) }),
    })
    .where('lead_id', '=', due.lead_id)
    .execute()
  Object.assign(due, change)
}

/**
 * Locks a lead's link until the transaction ends. Returns its version, and whether the field map is unchanged since it
 * was read; null without a link.
 */
export async function lockLink(
  tx: Kysely<Database>,
  { organizationId, map }: Connected,
  due: Due,
): Promise<{ version: number; isMapKept: boolean } | null> {
  const link = await tx
    .selectFrom('hubspot_links')
    .select('version')
    .where('lead_id', '=', due.lead_id)
    .forUpdate()
    .executeTakeFirst()
  if (!link) return null
  // Uses a separate statement, because it sees what was committed while the first one waited for the lock.
  const kept = await tx
    .selectFrom('hubspot_connections')
    .select('organization_id')
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`field_map = ${JSON.stringify(map)}::jsonb`)
    .executeTakeFirst()
  return { version: link.version, isMapKept: kept !== undefined }
}

/**
 * Stores the values on which both sides agree, unless the owner has changed the field map, because nothing has been
 * agreed about other properties.
 */
export async function keepAgreed(
  db: Kysely<Database>,
  connected: Connected,
  due: Due,
  agreed: Agreed,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const link = await lockLink(tx, connected, due)
    if (link?.isMapKept) await keepLink(tx, due, { agreed })
  })
}

/**
 * Marks the version of a link as transferred, or as rejected with `error`. With `later`, the rest is transferred then.
 */
export async function finishTransfer(
  db: Kysely<Database>,
  due: Due,
  now: Date,
  { error = null, later = null }: { error?: string | null; later?: Date | null },
): Promise<void> {
  await db
    .updateTable('hubspot_links')
    .set({
      ...(later === null && { done_version: due.version }),
      not_before: later,
      tried_at: null,
      error,
      ...(error === null && { synced_at: now }),
    })
    .where('lead_id', '=', due.lead_id)
    .execute()
}

/** Moves links behind the others after a failure of HubSpot. */
export async function putBack(db: Kysely<Database>, leadIds: readonly string[], now: Date): Promise<void> {
  if (leadIds.length === 0) return
  await db.updateTable('hubspot_links').set({ tried_at: now }).where('lead_id', 'in', leadIds).execute()
}

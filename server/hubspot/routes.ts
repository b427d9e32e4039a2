import { sql } from 'kysely'
import {
  type ContactProperty,
  type FieldMap,
  getHubspotConnection,
  getLeadInHubspot,
  listHubspotProperties,
  listHubspotTransfers,
  MAPPED_FIELDS,
  retryHubspotTransfer,
  type Transfer,
  updateHubspotFields,
} from '../../src/contract/hubspot.ts'
import { FIELD_LABELS } from '../../src/domain/integrations/transfers.ts'
import { leadLabel } from '../../src/domain/leads/name.ts'
import { VendorError } from '../base/vendor-errors.ts'
import { boundsOf } from '../http/days.ts'
import { HttpError, unknownLead } from '../http/http-error.ts'
import { type Api, mount } from '../http/mount.ts'
import { pageOf, readPosition } from '../http/pages.ts'
import { requireUnchanged } from '../http/require-unchanged.ts'
import { isVisitors } from '../leads/tests.ts'
import { leadsOf } from './links.ts'
import { createPropertyReader } from './properties.ts'

/** The number of transfers per response. */
const PAGE = 50

/** Holds for the link of a lead that HubSpot does not have, and will not get without a change or a retry. */
const isRefused = sql<boolean>`(hubspot_links.error is not null or hubspot_links.is_gone)`

const notConnected = () => new HttpError(404, 'HubSpot is not connected')

/** Mounts the endpoints for the connection to HubSpot, its field map, and the log of transfers. */
export function mountHubspot(api: Api): void {
  const { db, clock, config } = api.deps

  const linkTo = (portalId: string, contactId?: string) => {
    const app = config.hubspot?.appUrl
    if (!app) return null
    return contactId === undefined
      ? `${app}/contacts/${portalId}/objects/0-1/views/all/list`
      : `${app}/contacts/${portalId}/record/0-1/${contactId}`
  }

  mount(api, getHubspotConnection, async ({ organizationId }) => {
    const row = await db
      .selectFrom('hubspot_connections')
      .innerJoin('integration_connections', (join) =>
        join
          .onRef('integration_connections.organization_id', '=', 'hubspot_connections.organization_id')
          .onRef('integration_connections.provider', '=', 'hubspot_connections.provider'),
      )
      .select(['state', 'reason', 'paused_until', 'portal_id', 'field_map', 'imported_at'])
      .select(['account', 'connected_at'])
      .where('hubspot_connections.organization_id', '=', organizationId)
      .executeTakeFirst()
    if (!row) throw notConnected()
    const { rows } = await sql<{ leads: number; in_hubspot: number; refused: number }>`
      select count(*)::int as leads,
        (count(*) filter (where contact_id is not null and not is_gone))::int as in_hubspot,
        (count(*) filter (where ${isRefused}))::int as refused
      from leads left join hubspot_links on hubspot_links.lead_id = leads.id
      where leads.organization_id = ${organizationId} and ${isVisitors}`.execute(db)
    const { leads = 0, in_hubspot = 0, refused = 0 } = rows[0] ?? {}
    const isWaiting = row.state === 'active' && row.paused_until !== null && row.paused_until > clock()
    return {
      state: isWaiting ? ('waiting' as const) : row.state,
      reason: row.state === 'revoked' || isWaiting ? row.reason : null,
      retry_at: isWaiting ? (row.paused_until?.toISOString() ?? null) : null,
      account: row.account,
      account_url: linkTo(row.portal_id),
      connected_at: row.connected_at.toISOString(),
      leads,
      in_hubspot,
      refused,
      is_importing: row.imported_at === null,
      field_map: row.field_map,
    }
  })

  const reader = createPropertyReader(api.deps)

  async function requireConnected(organizationId: string) {
    const row = await db
      .selectFrom('hubspot_connections')
      .select(['portal_id', 'field_map'])
      .where('organization_id', '=', organizationId)
      .executeTakeFirst()
    if (!row) throw notConnected()
    return row
  }

  async function propertiesOf(
    ...account: Parameters<typeof reader.read>
  ): Promise<{ properties: ContactProperty[]; problem: string | null }> {
    try {
      return { properties: await reader.read(...account), problem: null }
    } catch (error) {
      if (error instanceof VendorError) return { properties: [], problem: error.message }
      throw error
    }
  }

  /**
   * Rejects a property that HubSpot does not have, or that cannot hold its field. Accepts any property if the
   * properties cannot be read.
   */
  async function rejectUnfit(organizationId: string, map: FieldMap): Promise<void> {
    const { portal_id, field_map } = await requireConnected(organizationId)
    const moved = MAPPED_FIELDS.filter((field) => map[field] !== '' && map[field] !== field_map[field])
    if (moved.length === 0) return
    const { properties, problem } = await propertiesOf(organizationId, portal_id, { isFresh: true })
    if (problem !== null) return
    for (const field of moved) {
      if (properties.some(({ id, fields }) => id === map[field] && fields.includes(field))) continue
      const message = `${FIELD_LABELS[field]}: HubSpot has no contact property “${map[field]}” that can hold it`
      throw new HttpError(400, message, { details: [{ path: field, message }] })
    }
  }

  mount(api, listHubspotProperties, async ({ organizationId }) => {
    const { portal_id } = await requireConnected(organizationId)
    return propertiesOf(organizationId, portal_id)
  })

  mount(api, updateHubspotFields, async ({ organizationId, body: { read, ...map } }) => {
    await rejectUnfit(organizationId, map)
    await db.transaction().execute(async (tx) => {
      const row = await tx
        .selectFrom('hubspot_connections')
        .select('field_map')
        .where('organization_id', '=', organizationId)
        .forUpdate()
        .executeTakeFirst()
      if (!row) throw notConnected()
      requireUnchanged(row.field_map, read)
      await tx
        .updateTable('hubspot_connections')
        .set({ field_map: JSON.stringify(map) })
        .where('organization_id', '=', organizationId)
        .execute()
      const moved = Object.entries(map).flatMap(([field, property]) =>
        row.field_map[field as keyof typeof map] === property ? [] : [field],
      )
      // Nothing has been agreed about other properties.
      await tx
        .updateTable('hubspot_links')
        .set(({ eb }) => ({ agreed: sql`agreed - ${moved}::text[]`, version: eb('version', '+', 1) }))
        .where('organization_id', '=', organizationId)
        .execute()
    })
    return map
  })

  const transfersOf = (organizationId: string) =>
    db
      .selectFrom('hubspot_transfers')
      .select(['id', 'position', 'at', 'direction', 'kind', 'status', 'detail', 'lead_id'])
      .where('organization_id', '=', organizationId)

  type Row = Awaited<ReturnType<ReturnType<typeof transfersOf>['execute']>>[number]
  const present = async (rows: readonly Row[]): Promise<Transfer[]> => {
    const leads = await leadsOf(
      db,
      rows.flatMap(({ lead_id }) => lead_id ?? []),
    )
    return rows.map(({ position: _, at, ...row }) => {
      const lead = leads.get(row.lead_id ?? '')
      return { ...row, at: at.toISOString(), lead_name: lead ? leadLabel(lead).name : null }
    })
  }

  /** Returns the last failure of each lead that HubSpot does not have. */
  const refusedOf = (organizationId: string) =>
    transfersOf(organizationId)
      .where('status', '=', 'failed')
      .where(({ eb, selectFrom }) =>
        eb(
          'position',
          'in',
          selectFrom('hubspot_transfers as failed')
            .innerJoin('hubspot_links', 'hubspot_links.lead_id', 'failed.lead_id')
            .where('hubspot_links.organization_id', '=', organizationId)
            .where('failed.status', '=', 'failed')
            .where(isRefused)
            .groupBy('failed.lead_id')
            .select(({ fn }) => fn.max('failed.position').as('position')),
        ),
      )

  mount(api, listHubspotTransfers, async ({ organizationId, query }) => {
    const { cursor, only } = query
    const { since, until } = await boundsOf(db, organizationId, query)
    let listed = only === 'refused' ? refusedOf(organizationId) : transfersOf(organizationId)
    if (since) listed = listed.where('at', '>=', since)
    if (until) listed = listed.where('at', '<', until)
    if (cursor !== undefined) listed = listed.where('position', '<', readPosition(cursor))
    const { page, next } = pageOf(
      await listed
        .orderBy('position', 'desc')
        .limit(PAGE + 1)
        .execute(),
      PAGE,
    )
    return { transfers: await present(page), next_cursor: next }
  })

  mount(api, retryHubspotTransfer, async ({ organizationId, params }) => {
    const row = await transfersOf(organizationId).where('id', '=', params.transferId).executeTakeFirst()
    if (!row) throw new HttpError(404, 'The requested transfer could not be found.')
    if (row.status !== 'failed' || row.lead_id === null) {
      throw new HttpError(409, 'Only a failed transfer of a lead can be tried again')
    }
    const leadId = row.lead_id
    await db.transaction().execute(async (tx) => {
      await tx
        .updateTable('hubspot_transfers')
        .set({ status: 'retried' })
        .where('lead_id', '=', leadId)
        .where('status', '=', 'failed')
        .execute()
      await tx
        .updateTable('hubspot_links')
        .set(({ eb }) => ({
          version: eb('version', '+', 1),
          error: null,
          not_before: null,
          tried_at: null,
          withheld_email: null,
          is_gone: false,
          contact_id: sql`case when is_gone then null else contact_id end`,
          agreed: sql`case when is_gone then null else agreed end`,
          // Objects that HubSpot rejected are written again. Objects of a deleted contact are created for the new one.
          extras: sql`case when is_gone then '{}'::jsonb
            when ${row.kind}::text in ('note', 'deal', 'meeting') and extras ? ${row.kind}::text
              then jsonb_set(extras, array[${row.kind}::text, 'hash'], '""')
            else extras end`,
        }))
        .where('lead_id', '=', leadId)
        .execute()
    })
    const [transfer] = await present([{ ...row, status: 'retried' }])
    return transfer as Transfer
  })

  mount(api, getLeadInHubspot, async ({ organizationId, params }) => {
    const row = await db
      .selectFrom('leads')
      .leftJoin('hubspot_links', 'hubspot_links.lead_id', 'leads.id')
      .select(['leads.id', 'portal_id', 'contact_id', 'synced_at', 'error', 'is_gone'])
      .where('leads.id', '=', params.leadId)
      .where('leads.organization_id', '=', organizationId)
      .executeTakeFirst()
    if (!row) throw unknownLead()
    const isThere = row.contact_id !== null && row.portal_id !== null && !row.is_gone
    return {
      url: isThere ? linkTo(row.portal_id ?? '', row.contact_id ?? '') : null,
      synced_at: isThere ? (row.synced_at?.toISOString() ?? null) : null,
      problem: row.is_gone ? 'The contact was deleted in HubSpot' : row.error,
    }
  })
}

import type { Kysely } from 'kysely'
import {
  getIntegrationRequests,
  requestIntegration,
  withdrawIntegrationRequest,
} from '../../src/contract/integrations.ts'
import { isComing } from '../../src/domain/integrations/catalog.ts'
import type { Database } from '../db/schema.ts'
import { HttpError } from '../http/http-error.ts'
import { type Api, mount } from '../http/mount.ts'
import { countRequests } from './requests.ts'

/**
 * Mounts the endpoints for requesting upcoming integrations: one request per organization and integration. The log
 * shows the counts to the operator.
 */
export function mountIntegrationRequests(api: Api): void {
  const { db, clock, log } = api.deps

  mount(api, getIntegrationRequests, ({ organizationId }) => requestsOf(db, organizationId))

  mount(api, requestIntegration, async ({ organizationId, userId, params: { integrationId } }) => {
    if (!isComing(integrationId)) throw new HttpError(404, 'There is no such integration to request')
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('integration_requests')
      .values({
        organization_id: organizationId,
        integration: integrationId,
        requested_by: userId,
        requested_at: clock(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows) {
      const counts = await countRequests(db)
      log.info({ integration: integrationId, organizations: counts[integrationId] }, 'integration requested')
    }
    return requestsOf(db, organizationId)
  })

  mount(api, withdrawIntegrationRequest, async ({ organizationId, params: { integrationId } }) => {
    await db
      .deleteFrom('integration_requests')
      .where('organization_id', '=', organizationId)
      .where('integration', '=', integrationId)
      .execute()
    return requestsOf(db, organizationId)
  })
}

async function requestsOf(db: Kysely<Database>, organizationId: string) {
  const rows = await db
    .selectFrom('integration_requests')
    .select('integration')
    .where('organization_id', '=', organizationId)
    .orderBy('requested_at')
    .orderBy('integration')
    .execute()
  return { requested: rows.map(({ integration }) => integration) }
}

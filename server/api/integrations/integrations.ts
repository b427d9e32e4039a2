import type { Context } from 'hono'
import {
  deleteHubspot,
  getHubspotAuth,
  getIntegrationStatus,
  HUBSPOT_CALLBACK_PATH,
  HUBSPOT_RESULT_PARAM,
  type HubspotResult,
} from '../../../src/contract/integrations.ts'
import type { HubspotAccess } from '../../deps.ts'
import { unfit } from '../input.ts'
import { type Api, mount } from '../mount.ts'
import { Refusal } from '../refusal.ts'
import { beginConnecting, callbackUrl, HUBSPOT, takeAttempt } from './hubspot-flow.ts'

const JOBBER = 'jobber'

/** Integration status; connecting and disconnecting HubSpot (section 7). */
export function mountIntegrations(api: Api, hubspot?: HubspotAccess): void {
  const { db, config, clock } = api.deps

  mount(api, getIntegrationStatus, async ({ organizationId }) => {
    const rows = await db
      .selectFrom('integration_connections')
      .select(['provider', 'account'])
      .where('organization_id', '=', organizationId)
      .execute()
    const providers = rows.map(({ provider }) => provider)
    return {
      has_integrations: providers.length > 0,
      hubspot_connected: providers.includes(HUBSPOT),
      jobber_connected: providers.includes(JOBBER),
      total_integrations: providers.length,
      organization_id: organizationId,
      hubspot_account: rows.find(({ provider }) => provider === HUBSPOT)?.account ?? null,
    }
  })

  mount(api, getHubspotAuth, async ({ query, ...member }) => {
    if (!hubspot) throw new Refusal(501, 'HubSpot is not set up on this server')
    const callback = callbackUrl(api.deps)
    if (query.redirect_uri !== callback) throw new Refusal(400, `redirect_uri must be ${callback}`)
    const returnTo = query.return_to ?? `${config.origins.console}/integrations`
    if (new URL(returnTo).origin !== config.origins.console) {
      throw new Refusal(400, `return_to must be a page of ${config.origins.console}`)
    }
    const state = await beginConnecting(api.deps, member, callback, returnTo)
    const parameters = new URLSearchParams({
      client_id: hubspot.clientId,
      scope: 'crm.objects.contacts.read crm.objects.contacts.write',
      redirect_uri: callback,
      state,
    })
    return { auth_url: `${hubspot.consentUrl}?${parameters}` }
  })

  mount(api, deleteHubspot, async ({ organizationId }) => {
    await db
      .deleteFrom('integration_connections')
      .where('organization_id', '=', organizationId)
      .where('provider', '=', HUBSPOT)
      .execute()
    return undefined
  })

  api.app.get(HUBSPOT_CALLBACK_PATH, async (c) => {
    const { state = '', code = '', error } = c.req.query()
    const attempt = unfit(state) ? undefined : await takeAttempt(api.deps, state)
    const goBack = (result: HubspotResult) =>
      redirect(c, attempt?.return_to ?? `${config.origins.console}/integrations`, result)
    if (!attempt?.isAlive) return goBack('expired')
    if (error !== undefined) return goBack(error === 'access_denied' ? 'cancelled' : 'failed')
    const member = {
      userId: attempt.user_id,
      organizationId: attempt.organization_id,
      issuedAt: attempt.issued_at,
    }
    const account = (await hubspot?.redeem(state, code)) ?? null
    if (account === null || !(await api.guard.isStillMember(member, 'admin'))) return goBack('failed')
    await db
      .insertInto('integration_connections')
      .values({ organization_id: member.organizationId, provider: HUBSPOT, account, connected_at: clock() })
      .onConflict((conflict) =>
        conflict.columns(['organization_id', 'provider']).doUpdateSet({ account, connected_at: clock() }),
      )
      .execute()
    return goBack('connected')
  })
}

function redirect(c: Context, page: string, result: HubspotResult): Response {
  const target = new URL(page)
  target.searchParams.set(HUBSPOT_RESULT_PARAM, result)
  c.header('Cache-Control', 'no-store')
  return c.redirect(target.href)
}

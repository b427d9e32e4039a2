import type { Context } from 'hono'
import {
  deleteHubspot,
  getHubspotAuth,
  getIntegrationStatus,
  HUBSPOT_CALLBACK_PATH,
  HUBSPOT_RESULT_PARAM,
  type HubspotResult,
} from '../../../src/contract/integrations.ts'
import { SCOPES } from '../../hubspot/config.ts'
import { connect, disconnect, HUBSPOT, hubspotSetup } from '../../hubspot/connection.ts'
import { failureForLog } from '../../log.ts'
import { VendorError } from '../../vendor-errors.ts'
import { unfit } from '../input.ts'
import { type Api, mount } from '../mount.ts'
import { Refusal } from '../refusal.ts'
import { beginConnecting, callbackUrl, challengeOf, takeAttempt, verifierOf } from './hubspot-flow.ts'

const JOBBER = 'jobber'

/** Integration status; connecting and disconnecting HubSpot (section 7). */
export function mountIntegrations(api: Api): void {
  const { db, config } = api.deps

  mount(api, getIntegrationStatus, async ({ organizationId }) => {
    const rows = await db
      .selectFrom('integration_connections')
      .leftJoin('hubspot_connections', (join) =>
        join
          .onRef('hubspot_connections.organization_id', '=', 'integration_connections.organization_id')
          .onRef('hubspot_connections.provider', '=', 'integration_connections.provider'),
      )
      .select(['integration_connections.provider', 'account', 'state'])
      .where('integration_connections.organization_id', '=', organizationId)
      .execute()
    const providers = rows.map(({ provider }) => provider)
    return {
      has_integrations: providers.length > 0,
      hubspot_connected: providers.includes(HUBSPOT),
      jobber_connected: providers.includes(JOBBER),
      total_integrations: providers.length,
      organization_id: organizationId,
      hubspot_account: rows.find(({ provider }) => provider === HUBSPOT)?.account ?? null,
      hubspot_is_set_up: hubspotSetup(api.deps) !== null,
      hubspot_needs_reconnect: rows.some(({ state }) => state === 'revoked'),
    }
  })

  mount(api, getHubspotAuth, async ({ query, ...member }) => {
    const app = hubspotSetup(api.deps)?.app
    if (!app) throw new Refusal(501, 'HubSpot is not set up on this server')
    const callback = callbackUrl(api.deps)
    if (query.redirect_uri !== callback) throw new Refusal(400, `redirect_uri must be ${callback}`)
    const returnTo = query.return_to ?? `${config.origins.console}/integrations`
    if (new URL(returnTo).origin !== config.origins.console) {
      throw new Refusal(400, `return_to must be a page of ${config.origins.console}`)
    }
    const state = await beginConnecting(api.deps, member, callback, returnTo)
    const parameters = new URLSearchParams({
      client_id: app.clientId,
      scope: SCOPES.join(' '),
      redirect_uri: callback,
      state,
      code_challenge: challengeOf(verifierOf(app, state)),
      code_challenge_method: 'S256',
    })
    return { auth_url: `${app.consentUrl}?${parameters}` }
  })

  mount(api, deleteHubspot, async ({ organizationId }) => {
    await disconnect(api.deps, organizationId)
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
    const app = hubspotSetup(api.deps)?.app
    if (!app || !(await api.guard.isStillMember(member, 'admin'))) return goBack('failed')
    try {
      const granted = { code, verifier: verifierOf(app, state), redirectUri: callbackUrl(api.deps) }
      await connect(api.deps, member.organizationId, granted)
    } catch (error) {
      if (!(error instanceof VendorError)) throw error
      api.deps.log.warn(
        { error: failureForLog(error, { inRequest: true }), organizationId: member.organizationId },
        'HubSpot was not connected',
      )
      return goBack('failed')
    }
    return goBack('connected')
  })
}

function redirect(c: Context, page: string, result: HubspotResult): Response {
  const target = new URL(page)
  target.searchParams.set(HUBSPOT_RESULT_PARAM, result)
  c.header('Cache-Control', 'no-store')
  return c.redirect(target.href)
}

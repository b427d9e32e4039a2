import { hubspotAt } from '../../dev/hubspot/for-server.ts'
import { type HubSpotOptions, type HubSpotServer, startHubSpot } from '../../dev/hubspot/hubspot.ts'
import { serveLocally } from '../../dev/lib/serve.ts'
import { readConfig } from '../../server/app/config.ts'
import { HUBSPOT_WEBHOOK_PATH } from '../../server/hubspot/webhook.ts'
import { runTransfers } from '../../server/hubspot/worker.ts'
import { connectHubspot, getHubspotAuth, HUBSPOT_CALLBACK_PATH } from '../../src/contract/integrations.ts'
import { type Answer, call } from './api.ts'
import { approvalIn } from './approval.ts'
import { freePorts } from './program.ts'
import { startTestServer, type TestServer } from './server.ts'

interface Consent {
  portalId?: number | undefined
  answer?: 'approve' | 'deny'
  returnTo?: string
}

export interface HubspotTestServer extends TestServer {
  hubspot: HubSpotServer
  /** The origin of the API, which accepts connections. */
  origin: string
  /** Connects an organization through the consent page. Returns the result. */
  connect(organizationId: string, portalId?: number): Promise<string>
  /** Finishes connecting, as the console does on the page to which the browser returns. */
  finish(organizationId: string, page: string, as?: Parameters<typeof call>[2]['as']): Promise<Answer>
  /** Submits the consent page. Returns the URL to which it redirects. */
  consent(organizationId: string, consent?: Consent): Promise<string>
  /** Requests a URL like a browser. Returns the URL to which it redirects. */
  visit(address: string): Promise<string>
  /**
   * Transfers everything that is waiting, and everything that this triggers. Advances the clock while HubSpot pauses.
   */
  drain(organizationId: string): Promise<void>
}

/** Starts the real application on a free port, with a stand-in for HubSpot on another. */
export async function startHubspotServer(
  options: Parameters<typeof startTestServer>[0] = {},
  hubspotOptions: HubSpotOptions = {},
): Promise<HubspotTestServer> {
  const [port = 0] = await freePorts(1)
  const { origins } = readConfig({ API_PORT: String(port) })
  const clock = { now: () => new Date() }
  const hubspot = await startHubSpot({
    clock: () => clock.now(),
    ...hubspotOptions,
    app: { redirectUris: [origins.api + HUBSPOT_CALLBACK_PATH], ...hubspotOptions.app },
    webhooks: {
      targetUrl: origins.api + HUBSPOT_WEBHOOK_PATH,
      retriesMs: [10, 10, 10],
      ...hubspotOptions.webhooks,
    },
  })
  const { url } = hubspot
  const server = await startTestServer({
    ...options,
    config: {
      origins,
      hubspot: hubspotAt(url),
      ...options.config,
    },
  })
  clock.now = server.clock.now
  const http = await serveLocally(server.app.api, port)

  async function drain(organizationId: string) {
    for (let quiet = 0, rounds = 0; quiet < 2; rounds += 1) {
      if (rounds > 10_000) throw new Error('It never ends')
      const before = await waiting(server, organizationId)
      await runTransfers(server.deps, organizationId)
      await hubspot.webhooks.settled()
      const after = await waiting(server, organizationId)
      quiet = before === 0 && after === 0 ? quiet + 1 : 0
      if (after > 0) server.clock.advance(5_000)
    }
  }

  async function consent(
    orgId: string,
    { portalId = hubspot.account().portalId, answer = 'approve', returnTo }: Consent = {},
  ) {
    const { body } = await call(server, getHubspotAuth, {
      params: {},
      query: {
        redirect_uri: origins.api + HUBSPOT_CALLBACK_PATH,
        ...(returnTo !== undefined && { return_to: returnTo }),
      },
      headers: { 'X-Organization-ID': orgId },
    })
    const form = new URLSearchParams(new URL(body.auth_url).searchParams)
    form.set('portal_id', String(portalId))
    form.set('answer', answer)
    const answered = await fetch(`${url}/oauth/authorize`, { method: 'POST', body: form, redirect: 'manual' })
    return answered.headers.get('location') ?? ''
  }
  const visit = async (address: string) =>
    (await fetch(address, { redirect: 'manual' })).headers.get('location') ?? ''
  const finish: HubspotTestServer['finish'] = async (orgId, page, as = 'owner') => {
    const { code = '', state = '' } = approvalIn(page) ?? {}
    const headers = { 'X-Organization-ID': orgId }
    return call(server, connectHubspot, { params: {}, body: { code, state }, headers, as })
  }

  return {
    ...server,
    hubspot,
    origin: origins.api,
    drain,
    connect: async (orgId, portalId) =>
      (await finish(orgId, await visit(await consent(orgId, { portalId })))).body.result,
    finish,
    consent,
    visit,
    async close() {
      await http.close()
      await hubspot.close()
      await server.close()
    },
  }
}

/** Returns how many leads are waiting; 0 if nothing can be transferred. */
async function waiting({ deps }: TestServer, organizationId: string): Promise<number> {
  const connection = await deps.db
    .selectFrom('hubspot_connections')
    .select(['state', 'imported_at'])
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  if (connection?.state !== 'active') return 0
  const { count } = await deps.db
    .selectFrom('hubspot_links')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('organization_id', '=', organizationId)
    .whereRef('version', '>', 'done_version')
    .where('is_gone', '=', false)
    .executeTakeFirstOrThrow()
  return Number(count) + (connection.imported_at === null ? 1 : 0)
}

import { googleAt } from '../../dev/google/for-server.ts'
import { type GoogleServer, startGoogle } from '../../dev/google/google.ts'
import { serveLocally } from '../../dev/lib/serve.ts'
import { readConfig } from '../../server/app/config.ts'
import { connectGoogle, GOOGLE_CALLBACK_PATH, getGoogleAuth } from '../../src/contract/google-calendar.ts'
import { type Answer, call } from './api.ts'
import { approvalIn } from './approval.ts'
import { answerConsent } from './google-account.ts'
import { freePorts } from './program.ts'
import { startTestServer, type TestServer } from './server.ts'

export interface GoogleTestServer extends TestServer {
  google: GoogleServer
  /** The origin of the API, which accepts connections. */
  origin: string
  /** Submits the consent page. Returns the console's URL to which it redirects. */
  approve(organizationId: string, choice?: Parameters<typeof answerConsent>[2]): Promise<string>
  /** Connects an organization through the consent page. Returns the result. */
  connect(organizationId: string, choice?: Parameters<typeof answerConsent>[2]): Promise<string>
  /** Finishes connecting, as the console does on the page to which the browser returns. */
  finish(organizationId: string, page: string, as?: Parameters<typeof call>[2]['as']): Promise<Answer>
}

/** Starts the real application on a free port, with a stand-in for Google on another. */
export async function startGoogleServer(
  options: Parameters<typeof startTestServer>[0] = {},
): Promise<GoogleTestServer> {
  const [port = 0] = await freePorts(1)
  const { origins } = readConfig({ API_PORT: String(port) })
  const clock = { now: () => new Date() }
  const redirect_uri = origins.api + GOOGLE_CALLBACK_PATH
  const google = await startGoogle({ clock: () => clock.now(), app: { redirectUris: [redirect_uri] } })
  const server = await startTestServer({
    ...options,
    config: { origins, google: googleAt(google.url), ...options.config },
  })
  clock.now = server.clock.now
  const http = await serveLocally(server.app.api, port)
  const approve: GoogleTestServer['approve'] = async (orgId, choice) => {
    const headers = { 'X-Organization-ID': orgId }
    const asked = await call(server, getGoogleAuth, { params: {}, query: { redirect_uri }, headers })
    const request = new URL(asked.body.auth_url).searchParams
    const back = await answerConsent(google.url, request, choice)
    return (await fetch(back, { redirect: 'manual' })).headers.get('location') ?? ''
  }
  const finish: GoogleTestServer['finish'] = async (orgId, page, as = 'owner') => {
    const { code = '', state = '' } = approvalIn(page) ?? {}
    const headers = { 'X-Organization-ID': orgId }
    return call(server, connectGoogle, { params: {}, body: { code, state }, headers, as })
  }
  return {
    ...server,
    google,
    origin: origins.api,
    approve,
    connect: async (orgId, choice) => (await finish(orgId, await approve(orgId, choice))).body.result,
    finish,
    async close() {
      await http.close()
      await google.close()
      await server.close()
    },
  }
}

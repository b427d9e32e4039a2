import { connectGoogle, GOOGLE_CALLBACK_PATH, getGoogleAuth } from '../../src/contract/google-calendar.ts'
import { GOOGLE_RESULT_PARAM } from '../../src/contract/integrations.ts'
import { readConnection } from '../calendars/connections.ts'
import { connectionsOf } from '../calendars/services.ts'
import { beginConnecting, finishConnecting, mountCallback, type Provider } from '../connections/oauth-flow.ts'
import { type Api, mount } from '../http/mount.ts'
import { GOOGLE } from './api.ts'
import { SCOPES } from './config.ts'
import { connect, googleSetup } from './connection.ts'

/** Mounts the endpoints that connect Google Calendar. */
export function mountGoogle(api: Api): void {
  const { deps } = api
  const google: Provider = {
    id: 'google',
    name: GOOGLE,
    callbackPath: GOOGLE_CALLBACK_PATH,
    resultParam: GOOGLE_RESULT_PARAM,
    app: () => googleSetup(deps)?.app ?? null,
    parameters: () => ({
      client_id: deps.config.google?.clientId ?? '',
      response_type: 'code',
      scope: SCOPES.join(' '),
      // Google issues a refresh token only with these.
      access_type: 'offline',
      prompt: 'consent',
    }),
    async connect(organizationId, granted) {
      await connect(deps, organizationId, granted)
      const connections = await connectionsOf(deps.db, organizationId)
      const connection = connections.find(({ service }) => service === 'google')
      if (connection) await readConnection(deps, connection)
    },
  }
  mount(api, getGoogleAuth, async ({ query, ...member }) => ({
    auth_url: await beginConnecting(api, google, member, query),
  }))
  mountCallback(api, google)
  mount(api, connectGoogle, async ({ body, ...member }) => ({
    result: await finishConnecting(api, google, member, body),
  }))
}

import * as v from 'valibot'
import { Approval, ConnectReply, ConsentQuery } from './consent.ts'
import { endpoint } from './endpoint.ts'

/** The path on the API's own host to which Google redirects. */
export const GOOGLE_CALLBACK_PATH = '/api/v1/integrations/google/callback'

/** The organization is in the X-Organization-ID header. The browser navigates to `auth_url`. */
export const getGoogleAuth = endpoint({
  method: 'GET',
  path: '/api/v1/integrations/google/auth',
  summary: 'Get the URL that connects Google Calendar',
  access: 'admin',
  query: ConsentQuery,
  reply: v.object({ auth_url: v.string() }),
  errors: [404, 422],
})

/** The organization is in the X-Organization-ID header. Completes the connection that {@link getGoogleAuth} started. */
export const connectGoogle = endpoint({
  method: 'POST',
  path: '/api/v1/integrations/google/connect',
  summary: 'Connect Google Calendar with the authorization code from its consent page',
  access: 'admin',
  body: Approval,
  reply: ConnectReply,
})

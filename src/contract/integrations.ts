import * as v from 'valibot'
import { Approval, ConnectReply, ConsentQuery } from './consent.ts'
import { endpoint } from './endpoint.ts'
import { tolerant } from './tolerance.ts'

/**
 * Section 3, Integration status. `hubspot_account` is the connected account, if known. If `hubspot_is_set_up` is false,
 * the server has no access to HubSpot. If `hubspot_needs_reconnect` is true, HubSpot no longer accepts the connection.
 * `needs_reconnect` contains the display names of all services that no longer accept their connection, and
 * `unreadable_calendars` the hosts of the calendars, by address or connected, that could not be read for hours.
 */
export const IntegrationStatus = tolerant(
  v.object({
    has_integrations: v.boolean(),
    hubspot_connected: v.boolean(),
    jobber_connected: v.boolean(),
    total_integrations: v.number(),
    organization_id: v.string(),
    hubspot_account: v.optional(v.nullable(v.string()), null),
    hubspot_is_set_up: v.optional(v.boolean(), true),
    hubspot_needs_reconnect: v.optional(v.boolean(), false),
    needs_reconnect: v.optional(v.array(v.string()), []),
    unreadable_calendars: v.optional(v.array(v.string()), []),
  }),
  {
    defaults: ({ hubspot_connected = false, jobber_connected = false }) => ({
      has_integrations: hubspot_connected || jobber_connected,
      hubspot_connected,
      jobber_connected,
      total_integrations: Number(hubspot_connected) + Number(jobber_connected),
      organization_id: '',
    }),
  },
)
export type IntegrationStatus = v.InferOutput<typeof IntegrationStatus>

export const getIntegrationStatus = endpoint({
  method: 'GET',
  path: '/api/v1/organizations/:orgId/integrations/status',
  summary: 'Get which integrations are connected',
  access: 'member',
  reply: IntegrationStatus,
})

/** The path on the API's own host to which the provider redirects. */
export const HUBSPOT_CALLBACK_PATH = '/api/v1/integrations/hubspot/callback'

/** The query parameter that holds the connection result when the owner returns. */
export const HUBSPOT_RESULT_PARAM = 'hubspot'
/** The same parameter for Google Calendar, with the same results. */
export const GOOGLE_RESULT_PARAM = 'google'
export const HUBSPOT_RESULTS = ['connected', 'cancelled', 'expired', 'failed'] as const
export type HubspotResult = (typeof HUBSPOT_RESULTS)[number]

/** The organization is in the X-Organization-ID header. The browser navigates to `auth_url` (section 7). */
export const getHubspotAuth = endpoint({
  method: 'GET',
  path: '/api/v1/integrations/hubspot/auth',
  summary: 'Get the URL that connects HubSpot',
  access: 'admin',
  query: ConsentQuery,
  reply: v.object({ auth_url: v.string() }),
  errors: [404, 422],
})

/**
 * The organization is in the X-Organization-ID header. Completes the connection that {@link getHubspotAuth} started.
 */
export const connectHubspot = endpoint({
  method: 'POST',
  path: '/api/v1/integrations/hubspot/connect',
  summary: 'Connect HubSpot with the authorization code from its consent page',
  access: 'admin',
  body: Approval,
  reply: ConnectReply,
})

export const deleteHubspot = endpoint({
  method: 'DELETE',
  path: '/api/v1/integrations/hubspot',
  summary: 'Disconnect HubSpot',
  access: 'admin',
  reply: null,
})

const REQUESTS = '/api/v1/organizations/:orgId/integrations/requests'

/** The ids of the integrations that the organization has requested. */
export const IntegrationRequests = v.object({ requested: v.array(v.string()) })

export const getIntegrationRequests = endpoint({
  method: 'GET',
  path: REQUESTS,
  summary: 'List the upcoming integrations that the organization has requested',
  access: 'member',
  reply: IntegrationRequests,
})

export const requestIntegration = endpoint({
  method: 'PUT',
  path: `${REQUESTS}/:integrationId`,
  summary: 'Request an upcoming integration; a repeated request counts once',
  access: 'member',
  reply: IntegrationRequests,
  errors: [404],
})

export const withdrawIntegrationRequest = endpoint({
  method: 'DELETE',
  path: `${REQUESTS}/:integrationId`,
  summary: 'Withdraw the request for an upcoming integration',
  access: 'member',
  reply: IntegrationRequests,
})

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ENDPOINTS } from '../../../server/api/endpoints.ts'
import { createApp } from '../../../server/app/app.ts'
import { connectCalcom } from '../../../src/contract/calendar-services.ts'
import { addCalendarSource } from '../../../src/contract/calendar-setup.ts'
import type { Endpoint } from '../../../src/contract/endpoint.ts'
import { getGoogleAuth } from '../../../src/contract/google-calendar.ts'
import { getHubspotAuth } from '../../../src/contract/integrations.ts'
import { sendTest } from '../../../src/contract/notifications.ts'
import { getOrganization } from '../../../src/contract/organizations.ts'
import { connectNumber } from '../../../src/contract/phone.ts'
import { createWebhook, rotateWebhookSecret } from '../../../src/contract/webhooks.ts'
import { call, GREEN } from '../../support/api.ts'
import { sharedServer } from '../../support/server.ts'
import { accepted } from '../api/arbitrary.ts'

const configured = await sharedServer()
const config = {
  ...configured.deps.config,
  ...{ mail: null, sms: null, hubspot: null, google: null, secretsKey: null, clerkWebhookSecret: null },
}
const deps = { ...configured.deps, config, secrets: null }
/** The server of an operator who has set only what the server needs to start. */
const server = { ...configured, deps, app: createApp(deps, configured.standIns) }
const fetchApi: typeof server.fetchApi = async (path, init = {}) => {
  const headers = new Headers(init.headers)
  if (init.as !== null) {
    headers.set('Authorization', `Bearer ${await server.tokenFor('owner@fieldhand.test')}`)
  }
  return server.app.api.fetch(new Request(new URL(path, config.origins.api), { ...init, headers }))
}
server.fetchApi = fetchApi

const NEEDED: [Endpoint, needs: string, body?: object][] = [
  [createWebhook, 'SECRETS_KEY', { url: 'https://hooks.example.com', events: ['lead.created'] }],
  [rotateWebhookSecret, 'SECRETS_KEY'],
  [addCalendarSource, 'SECRETS_KEY'],
  [connectCalcom, 'SECRETS_KEY'],
  [
    connectNumber,
    'SECRETS_KEY',
    { account_sid: `AC${'1'.repeat(32)}`, auth_token: 'x', phone: '+15005550007' },
  ],
  [getGoogleAuth, 'GOOGLE_CLIENT_ID'],
  [getHubspotAuth, 'HUBSPOT_CLIENT_ID'],
  [sendTest, 'SMTP_URL', { channel: 'email', person_id: 'escalation' }],
]

function requestOf({ method, path, query, body }: Endpoint, chosen?: object) {
  const [given, search] =
    fc.sample(fc.tuple(body ? accepted(body) : fc.constant({}), query ? accepted(query) : fc.constant({})), {
      numRuns: 1,
      seed: 7,
    })[0] ?? []
  const parameters = new URLSearchParams(search as Record<string, string>)
  const address = path.replace(':orgId', GREEN).replace(/:\w+/g, 'hook')
  return [
    `${address}?${parameters}`,
    {
      method,
      headers: { 'Content-Type': 'application/json', 'X-Organization-ID': GREEN },
      ...(method !== 'GET' && { body: JSON.stringify(chosen ?? given) }),
    },
  ] as const
}

it.each(ENDPOINTS.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  'nothing that is not configured counts as a failure of the server: %s',
  async (_, endpoint) => {
    const answer = await fetchApi(...requestOf(endpoint))
    expect(answer.status).toBeLessThan(500)
  },
)

it.each(NEEDED.map(([endpoint, needs, body]) => [endpoint.path, needs, endpoint, body] as const))(
  '%s returns 422, and names %s',
  async (_, needs, endpoint, body) => {
    const answer = await fetchApi(...requestOf(endpoint, body))
    const { message, details } = await answer.json()
    expect([answer.status, message]).toEqual([422, expect.stringMatching(new RegExp(`not set up.*${needs}`))])
    expect(details).toEqual({ code: 'not_configured' })
  },
)

it.each([
  ['/api/v1/webhooks/clerk', 'CLERK_WEBHOOK_SECRET'],
  ['/api/v1/sms/inbound', 'TWILIO_ACCOUNT_SID'],
  ['/api/v1/sms/status', 'TWILIO_ACCOUNT_SID'],
  ['/api/v1/sms/telnyx', 'TELNYX_API_KEY'],
  ['/api/v1/integrations/hubspot/webhooks', 'HUBSPOT_CLIENT_ID'],
])('a report to %s is refused likewise', async (path, needs) => {
  const answer = await fetchApi(path, { method: 'POST', body: '{}', as: null })
  expect([answer.status, (await answer.json()).message]).toEqual([422, expect.stringContaining(needs)])
})

it('the console learns why features are off before it offers them', async () => {
  const { body } = await call(server, getOrganization, { params: { orgId: GREEN } })
  expect(body.off).toEqual([
    { feature: 'webhooks', reason: 'Webhooks are not set up on this server. Set SECRETS_KEY.' },
    {
      feature: 'calendar_addresses',
      reason: 'Calendars by address are not set up on this server. Set SECRETS_KEY.',
    },
  ])
  expect((await call(configured, getOrganization, { params: { orgId: GREEN } })).body.off).toEqual([])
})

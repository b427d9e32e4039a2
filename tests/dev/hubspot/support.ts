import { Client } from '@hubspot/api-client'
import { afterAll, beforeEach } from 'vitest'
import {
  type HubSpotOptions,
  type HubSpotServer,
  LOCAL_APP,
  startHubSpot,
} from '../../../dev/hubspot/hubspot.ts'
import { challengeOf } from '../../../dev/lib/oauth.ts'

export const REDIRECT = 'http://localhost:3001/api/v1/integrations/hubspot/callback'
export const { clientId, clientSecret, scopes } = LOCAL_APP

/** A stand-in for the tests of a file, empty before each. */
export async function hubspotForTests(options: HubSpotOptions = {}): Promise<HubSpotServer> {
  const hubspot = await startHubSpot({ ...options, app: { redirectUris: [REDIRECT], ...options.app } })
  beforeEach(() => hubspot.clear())
  afterAll(() => hubspot.close())
  return hubspot
}

/** The URL of the consent page, as the client makes it but at the stand-in. */
export function authorizeUrl(url: string, changes: Record<string, string> = {}): string {
  const made = new URL(
    new Client().oauth.getAuthorizationUrl(
      clientId,
      REDIRECT,
      ['oauth', ...scopes].join(' '),
      undefined,
      's-1',
    ),
  )
  for (const [name, value] of Object.entries(changes)) made.searchParams.set(name, value)
  return `${url}/oauth/authorize${made.search}`
}

/** Answers the consent page, and returns where it leads. */
export async function answerConsent(
  url: string,
  { answer = 'approve', portalId = 44_100_021, ...changes }: Record<string, string | number> = {},
): Promise<URL> {
  const { searchParams } = new URL(authorizeUrl(url, changes as Record<string, string>))
  searchParams.set('answer', String(answer))
  searchParams.set('portal_id', String(portalId))
  const answered = await fetch(`${url}/oauth/authorize`, {
    method: 'POST',
    body: searchParams,
    redirect: 'manual',
  })
  return new URL(answered.headers.get('location') ?? '')
}

/** A client of an account that has given its consent. */
export async function connect(url: string, portalId?: number) {
  const verifier = 'a-verifier-of-forty-three-characters-or-more'
  const leads = await answerConsent(url, {
    ...(portalId && { portalId }),
    code_challenge: challengeOf(verifier),
    code_challenge_method: 'S256',
  })
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: clientId,
    client_secret: clientSecret,
    redirect_uri: REDIRECT,
    code: leads.searchParams.get('code') ?? '',
    code_verifier: verifier,
  })
  const answer = await fetch(`${url}/oauth/v1/token`, { method: 'POST', body })
  const tokens: { access_token: string; refresh_token: string; hub_id: number } = await answer.json()
  return { tokens, client: new Client({ basePath: url, accessToken: tokens.access_token }) }
}

/** What the client throws. */
export const refusal = (code: number, body: object = {}) =>
  ({ code, body: { status: 'error', ...body } }) as Record<string, unknown>

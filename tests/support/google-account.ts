import type { calendar_v3 } from '@googleapis/calendar'
import { googleAt } from '../../dev/google/for-server.ts'
import { LOCAL_APP } from '../../dev/google/google.ts'
import { challengeOf } from '../../dev/lib/oauth.ts'
import { openCalendar } from '../../server/google/api.ts'
import { SCOPES } from '../../server/google/config.ts'

export const REDIRECT = 'http://localhost:3001/api/v1/integrations/google/callback'
export const VERIFIER = 'a-verifier-of-forty-three-characters-or-more'
const { clientId, clientSecret } = LOCAL_APP

/** The request for consent, as the query of the page. */
export const consentRequest = (changes: Record<string, string> = {}) =>
  new URLSearchParams({
    client_id: clientId,
    redirect_uri: REDIRECT,
    response_type: 'code',
    scope: SCOPES.join(' '),
    state: 's-1',
    access_type: 'offline',
    prompt: 'consent',
    code_challenge: challengeOf(VERIFIER),
    code_challenge_method: 'S256',
    ...changes,
  })

/** Answers the consent page, and returns where it leads. */
export async function answerConsent(
  url: string,
  request: URLSearchParams,
  {
    answer = 'approve',
    account = 'greenacres.example@gmail.com',
    granted = request.get('scope')?.split(' ') ?? [],
  }: { answer?: string; account?: string; granted?: readonly string[] } = {},
): Promise<string> {
  const body = new URLSearchParams(request)
  body.set('answer', answer)
  body.set('account', account)
  for (const scope of granted) body.append('granted', scope)
  const answered = await fetch(`${url}/o/oauth2/v2/auth`, { method: 'POST', body, redirect: 'manual' })
  return answered.headers.get('location') ?? ''
}

export interface Answer {
  access_token: string
  refresh_token: string
  scope: string
  error?: string
}

/** Asks the token endpoint. */
export async function askTokens(url: string, form: Record<string, string>): Promise<Answer> {
  const body = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...form })
  const answer = await fetch(`${url}/token`, { method: 'POST', body })
  return (await answer.json()) as Answer
}

/** Redeems the code of an approved consent. */
export async function redeem(url: string, leadsTo: string, changes: Record<string, string> = {}) {
  const code = new URL(leadsTo).searchParams.get('code') ?? ''
  return askTokens(url, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: REDIRECT,
    code_verifier: VERIFIER,
    ...changes,
  })
}

/** A client of an account that has given its consent. */
export async function connect(
  url: string,
  choice: Parameters<typeof answerConsent>[2] = {},
): Promise<{ tokens: Answer; client: calendar_v3.Calendar }> {
  const tokens = await redeem(url, await answerConsent(url, consentRequest(), choice))
  return { tokens, client: await clientOf(url, tokens.access_token) }
}

export const clientOf = (url: string, token: string) => openCalendar(googleAt(url), token)

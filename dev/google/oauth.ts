import { randomBytes } from 'node:crypto'
import { type CodeProblem, createCodes } from '../lib/oauth.ts'
import { OAuthError } from './errors.ts'

/** The app as it is registered with Google. */
export interface AppOptions {
  name: string
  clientId: string
  clientSecret: string
  /** The URLs that may receive codes. Google requires an exact match. */
  redirectUris: readonly string[]
  accessTokenSeconds: number
}

interface Grant {
  /** The account's email address. */
  email: string
  scopes: string[]
}
interface Code extends Grant {
  redirectUri: string
  challenge: string | undefined
  isOffline: boolean
}
interface Access extends Grant {
  refreshToken: string | null
  expiresAt: number
}

type Form = Readonly<Record<string, string>>

export interface TokenAnswer {
  access_token: string
  expires_in: number
  refresh_token?: string
  scope: string
  token_type: 'Bearer'
}

/** The stored state of the app's tokens. */
export interface TokenState {
  accesses: Map<string, Access>
  refreshes: Map<string, Grant>
}

/** Returns the response to a request with a wrong code, or for another URL or verifier. */
function refusalOf(problem: CodeProblem): OAuthError {
  if (problem === 'redirect_uri') return new OAuthError('redirect_uri_mismatch', 'Bad Request')
  return new OAuthError(
    'invalid_grant',
    problem === 'code' ? 'Malformed auth code.' : 'Invalid code verifier.',
  )
}

export function createTokens(
  app: AppOptions,
  clock: () => Date,
  state: TokenState = { accesses: new Map(), refreshes: new Map() },
) {
  const codes = createCodes<Code>(clock, () => `4/${randomBytes(32).toString('base64url')}`)
  const { accesses, refreshes } = state
  const now = () => clock().getTime()
  const randomToken = (prefix: string) => prefix + randomBytes(48).toString('base64url')

  function issue({ email, scopes }: Grant, refreshToken: string | null): TokenAnswer {
    const token = randomToken('ya29.')
    const expiresAt = now() + app.accessTokenSeconds * 1000
    accesses.set(token, { email, scopes, refreshToken, expiresAt })
    return {
      access_token: token,
      expires_in: app.accessTokenSeconds,
      scope: scopes.join(' '),
      token_type: 'Bearer',
    }
  }

  function checkClient(form: Form): void {
    if (form.client_id !== app.clientId) {
      throw new OAuthError('invalid_client', 'The OAuth client was not found.', 401)
    }
    if (form.client_secret !== app.clientSecret) {
      throw new OAuthError('invalid_client', 'The provided client secret is invalid.', 401)
    }
  }

  /** Ends all grants of an account. */
  function removeApp(email: string) {
    for (const tokens of [refreshes, accesses]) {
      for (const [token, grant] of tokens) if (grant.email === email) tokens.delete(token)
    }
  }

  return {
    state,
    issueCode: codes.issue,
    /** Handles requests to the token endpoint. */
    exchange(form: Form): TokenAnswer {
      checkClient(form)
      if (form.grant_type === 'refresh_token') {
        const grant = refreshes.get(form.refresh_token ?? '')
        if (!grant) throw revokedToken()
        return issue(grant, form.refresh_token ?? '')
      }
      if (form.grant_type !== 'authorization_code') {
        throw new OAuthError('unsupported_grant_type', `Invalid grant_type: ${form.grant_type ?? ''}`)
      }
      const code = codes.redeem(form)
      if (typeof code === 'string') throw refusalOf(code)
      if (!code.isOffline) return issue(code, null)
      const refreshToken = randomToken('1//')
      refreshes.set(refreshToken, { email: code.email, scopes: code.scopes })
      return { ...issue(code, refreshToken), refresh_token: refreshToken }
    },
    /** Returns what an access token permits; undefined once it has expired. */
    access(token: string): Grant | undefined {
      const access = accesses.get(token)
      return access && access.expiresAt > now() ? access : undefined
    },
    /** Revokes a grant by either of its tokens. As at Google, this ends all grants of the account to the app. */
    revoke(token: string): void {
      const grant = refreshes.get(token) ?? accesses.get(token)
      if (!grant) throw new OAuthError('invalid_token', 'Token expired or revoked')
      removeApp(grant.email)
    },
    isConnected: (email: string) => [...refreshes.values()].some((grant) => grant.email === email),
    /** Revokes all grants of an account, as if its user removed the app. */
    removeApp,
    clear() {
      for (const kept of [codes, accesses, refreshes]) kept.clear()
    },
  }
}

export type Tokens = ReturnType<typeof createTokens>

export const revokedToken = () => new OAuthError('invalid_grant', 'Token has been expired or revoked.')

import { randomBytes, randomUUID } from 'node:crypto'
import { type CodeProblem, createCodes } from '../lib/oauth.ts'
import type { AccessTokenInfo, AccountOptions, TokenAnswer } from './types.ts'

/** An error response of the token endpoint, with the fields of RFC 6749 and HubSpot's own. */
export class OAuthError extends Error {
  readonly status: string
  readonly error: string

  constructor(error: string, status: string, message: string) {
    super(message)
    this.error = error
    this.status = status
  }

  toResponse(): Response {
    const { error, status, message } = this
    const body = { error, error_description: message, status, message, correlationId: randomUUID() }
    return Response.json(body, { status: 400, headers: { 'Cache-Control': 'no-store' } })
  }
}

/** The app as it is registered with HubSpot. */
export interface AppOptions {
  appId: number
  name: string
  clientId: string
  clientSecret: string
  /** The URLs that may receive codes. HubSpot requires an exact match. */
  redirectUris: readonly string[]
  /** The scopes that the app can request in addition to `oauth`. */
  scopes: readonly string[]
  accessTokenSeconds: number
}

interface Grant {
  portalId: number
  scopes: string[]
}
interface Code extends Grant {
  redirectUri: string
  challenge: string | undefined
}
interface Access extends Grant {
  expiresAt: Date
}

/** The stored state of the app's tokens. */
export interface TokenState {
  accesses: Map<string, Access>
  refreshes: Map<string, Grant>
  installed: Set<number>
}

export interface Tokens {
  state: TokenState
  issueCode(code: Code): string
  /** Handles requests to the token endpoint. */
  exchange(form: Readonly<Record<string, string>>): TokenAnswer & { hub_id: number; scopes: string[] }
  access(token: string): Access | undefined
  accessInfo(token: string): AccessTokenInfo | undefined
  /** Deletes a refresh token. Access tokens stay valid until they expire. */
  revoke(token: string): void
  /** Returns whether the app is installed in the account. */
  isInstalled(portalId: number): boolean
  /** Revokes all tokens of the account. */
  uninstall(portalId: number): void
  clear(): void
}

/** Returns the response to a request with a wrong code, or for another URL or verifier. */
function refusalOf(problem: CodeProblem): OAuthError {
  if (problem === 'code') {
    return new OAuthError('invalid_grant', 'BAD_AUTH_CODE', 'missing or unknown auth code')
  }
  if (problem === 'redirect_uri') {
    return new OAuthError('invalid_grant', 'BAD_REDIRECT_URI', 'missing or invalid redirect uri')
  }
  return new OAuthError('invalid_grant', 'BAD_CODE_VERIFIER', 'missing or invalid code verifier')
}

export function createTokens(
  app: AppOptions,
  accounts: readonly AccountOptions[],
  clock: () => Date,
  state: TokenState = { accesses: new Map(), refreshes: new Map(), installed: new Set() },
): Tokens {
  const codes = createCodes<Code>(clock, randomUUID)
  const { accesses, refreshes, installed } = state

  function issue(grant: Grant, refreshToken: string) {
    const token = `CLocal${randomBytes(48).toString('base64url')}`
    const expiresAt = new Date(clock().getTime() + app.accessTokenSeconds * 1000)
    accesses.set(token, { ...grant, expiresAt })
    return {
      token_type: 'bearer',
      refresh_token: refreshToken,
      access_token: token,
      hub_id: grant.portalId,
      scopes: grant.scopes,
      expires_in: app.accessTokenSeconds,
    }
  }

  function checkClient(form: Readonly<Record<string, string>>) {
    if (form.client_id !== app.clientId) {
      throw new OAuthError('invalid_client', 'BAD_CLIENT_ID', 'missing or invalid client id')
    }
    if (form.client_secret !== app.clientSecret) {
      throw new OAuthError('invalid_client', 'BAD_CLIENT_SECRET', 'missing or invalid client secret')
    }
  }

  return {
    state,
    issueCode: codes.issue,
    exchange(form) {
      checkClient(form)
      if (form.grant_type === 'refresh_token') {
        const grant = refreshes.get(form.refresh_token ?? '')
        if (!grant) {
          throw new OAuthError(
            'invalid_grant',
            'BAD_REFRESH_TOKEN',
            'refresh token is invalid, expired or revoked',
          )
        }
        return issue(grant, form.refresh_token ?? '')
      }
      if (form.grant_type !== 'authorization_code') {
        throw new OAuthError('unsupported_grant_type', 'BAD_GRANT_TYPE', 'missing or unknown grant type')
      }
      const code = codes.redeem(form)
      if (typeof code === 'string') throw refusalOf(code)
      const refreshToken = `na1-${randomUUID()}`
      const grant = { portalId: code.portalId, scopes: code.scopes }
      refreshes.set(refreshToken, grant)
      installed.add(grant.portalId)
      return issue(grant, refreshToken)
    },
    access: (token) => accesses.get(token),
    accessInfo(token) {
      const access = accesses.get(token)
      const left = access ? Math.floor((access.expiresAt.getTime() - clock().getTime()) / 1000) : 0
      if (!access || left <= 0) return undefined
      const { portalId, scopes } = access
      const account = accounts.find((each) => each.portalId === portalId)
      return {
        token,
        hub_id: portalId,
        user_id: account?.user.id ?? 0,
        user: account?.user.email,
        hub_domain: account?.domain,
        scopes,
        token_type: 'access',
        app_id: app.appId,
        expires_in: left,
      }
    },
    revoke: (token) => void refreshes.delete(token),
    isInstalled: (portalId) => installed.has(portalId),
    uninstall(portalId) {
      installed.delete(portalId)
      for (const tokens of [refreshes, accesses] as Map<string, Grant>[]) {
        for (const [token, grant] of tokens) if (grant.portalId === portalId) tokens.delete(token)
      }
    },
    clear() {
      for (const kept of [codes, accesses, refreshes, installed]) kept.clear()
    },
  }
}

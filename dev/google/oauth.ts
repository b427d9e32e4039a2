import { createHash, randomBytes } from 'node:crypto'
import { OAuthError } from './errors.ts'

const CODE_MS = 10 * 60_000

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
  expiresAt: number
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

export function createTokens(
  app: AppOptions,
  clock: () => Date,
  state: TokenState = { accesses: new Map(), refreshes: new Map() },
) {
  const codes = new Map<string, Code>()
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

  /** Returns what a code permits. Each code can be used once. */
  function takeCode(form: Form): Code {
    const code = codes.get(form.code ?? '')
    codes.delete(form.code ?? '')
    if (!code || code.expiresAt <= now()) throw new OAuthError('invalid_grant', 'Malformed auth code.')
    if (code.redirectUri !== form.redirect_uri) throw new OAuthError('redirect_uri_mismatch', 'Bad Request')
    if (code.challenge !== undefined && code.challenge !== challengeOf(form.code_verifier ?? '')) {
      throw new OAuthError('invalid_grant', 'Invalid code verifier.')
    }
    return code
  }

  /** Ends all grants of an account. */
  function removeApp(email: string) {
    for (const tokens of [refreshes, accesses]) {
      for (const [token, grant] of tokens) if (grant.email === email) tokens.delete(token)
    }
  }

  return {
    state,
    issueCode(code: Omit<Code, 'expiresAt'>): string {
      const text = `4/${randomBytes(32).toString('base64url')}`
      codes.set(text, { ...code, expiresAt: now() + CODE_MS })
      return text
    },
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
      const code = takeCode(form)
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

/** Returns the S256 code challenge (RFC 7636). */
export const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

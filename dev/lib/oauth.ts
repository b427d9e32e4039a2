import { createHash } from 'node:crypto'
import type { Context } from 'hono'

const CODE_MS = 10 * 60_000

/** What an authorization code is bound to. */
interface Bound {
  redirectUri: string
  challenge: string | undefined
}

/** What is wrong with a request that redeems a code. */
export type CodeProblem = 'code' | 'redirect_uri' | 'code_verifier'

/** Creates authorization codes. Each one works once, for ten minutes, with its redirect URL and its code verifier. */
export function createCodes<Grant extends Bound>(clock: () => Date, newCode: () => string) {
  const codes = new Map<string, Grant & { expiresAt: number }>()
  return {
    issue(grant: Grant): string {
      const text = newCode()
      codes.set(text, { ...grant, expiresAt: clock().getTime() + CODE_MS })
      return text
    },
    redeem(form: Readonly<Record<string, string>>): Grant | CodeProblem {
      const code = codes.get(form.code ?? '')
      codes.delete(form.code ?? '')
      if (!code || code.expiresAt <= clock().getTime()) return 'code'
      if (code.redirectUri !== form.redirect_uri) return 'redirect_uri'
      if (code.challenge !== undefined && code.challenge !== challengeOf(form.code_verifier ?? '')) {
        return 'code_verifier'
      }
      return code
    },
    clear: () => codes.clear(),
  }
}

/** Returns the S256 code challenge (RFC 7636). */
export const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

/** Returns the token in a request's Authorization header; empty if there is none. */
export const bearerOf = (c: Context): string =>
  /^bearer (.+)$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? ''

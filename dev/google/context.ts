import type { Context } from 'hono'
import type { Faults } from '../lib/faults.ts'
import type { Account } from './account.ts'
import { invalid, notFound } from './errors.ts'
import type { AppOptions, Tokens } from './oauth.ts'

export const GOOGLE_FAULTS = [
  'revoked',
  'expired',
  'limited',
  'quota',
  'down',
  'html',
  'slow',
  'taken',
  'lost',
] as const
export type GoogleFault = (typeof GOOGLE_FAULTS)[number]

/** State that all routes of the stand-in share. */
export interface Play {
  app: AppOptions
  /** The path at which the routes are mounted, such as `/__local/google`; empty if the stand-in has its own server. */
  base: string
  accounts: readonly Account[]
  tokens: Tokens
  faults: Faults<GoogleFault>
  clock: () => Date
}

export interface Env {
  Variables: { account: Account; scopes: readonly string[] }
}
export type Ctx = Context<Env>

export function accountOf({ accounts }: Play, email: string): Account {
  const account = accounts.find((each) => each.email === email)
  if (!account) throw notFound()
  return account
}

/** Returns the JSON object in the request's body. */
export async function readJson(c: Context): Promise<Record<string, unknown>> {
  const body: unknown = await c.req.json().catch(() => null)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalid('Parse Error')
  return body as Record<string, unknown>
}

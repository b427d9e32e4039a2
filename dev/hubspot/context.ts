import type { Context } from 'hono'
import type { Faults } from '../lib/faults.ts'
import type { Account } from './account.ts'
import { readBody } from './bodies.ts'
import { HubSpotError, invalid, notFound } from './errors.ts'
import type { AppOptions, Tokens } from './oauth.ts'
import { type Author, type ObjectType, objectType } from './types.ts'
import type { Webhooks } from './webhooks.ts'

export const HUBSPOT_FAULTS = [
  'revoked',
  'expired',
  'limited',
  'down',
  'html',
  'page',
  'blocked',
  'slow',
  'unindexed',
] as const
export type HubSpotFault = (typeof HUBSPOT_FAULTS)[number]

/** State that all routes of the stand-in share. */
export interface Play {
  app: AppOptions
  /** The path at which the routes are mounted, such as `/__local/hubspot`; empty if the stand-in has its own server. */
  base: string
  accounts: readonly Account[]
  tokens: Tokens
  webhooks: Webhooks
  faults: Faults<HubSpotFault>
  clock: () => Date
}

export interface Env {
  Variables: { account: Account; scopes: readonly string[]; author: Author }
}
export type Ctx = Context<Env>

export function accountOf({ accounts }: Play, portalId: number | string): Account {
  const account = accounts.find((each) => String(each.portalId) === String(portalId))
  if (!account) throw notFound(`There is no account ${portalId}`)
  return account
}

/** Returns the object type in the path. */
export function typeIn(c: Ctx, parameter = 'type'): ObjectType {
  const name = c.req.param(parameter) ?? ''
  const type = objectType(name)
  if (!type) throw invalid(`Unable to infer object type from: ${name}`)
  return type
}

/**
 * Rejects the request unless the token has the scope. As in HubSpot, notes and meetings require the scopes for
 * contacts.
 */
export function needs(c: Ctx, type: ObjectType, access: 'read' | 'write') {
  const scope = `crm.objects.${type === 'deals' ? 'deals' : 'contacts'}.${access}`
  if (c.get('scopes').includes(scope)) return
  throw new HubSpotError(
    403,
    'MISSING_SCOPES',
    "This app hasn't been granted all required scopes to make this call. Read more about required scopes here: https://developers.hubspot.com/scopes.",
    {
      errors: [
        {
          message: 'One or more of the following scopes are required.',
          context: { requiredGranularScopes: [scope] },
        },
      ],
    },
  )
}

/** Returns the request's JSON. Any fields present have the right types; `propertiesIn` requires them. */
export async function readJson<T>(c: Context): Promise<T> {
  const read = readBody(await c.req.json().catch(() => null))
  if ('problem' in read) throw invalid(`Invalid input JSON on line 1: ${read.problem}`)
  return read.output as T
}

/** Returns the properties in a request, which must be an object. */
export function propertiesIn(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid('Invalid input JSON: properties is required')
  }
  return value as Record<string, unknown>
}

/** Returns the values of a query parameter, which can be repeated or separated by commas. */
export function listIn(c: Context, name: string): string[] | undefined {
  const given = c.req.queries(name)
  return given?.flatMap((each) => each.split(',')).filter(Boolean)
}

import {
  type BodyInput,
  type Endpoint,
  type PathParams,
  pathOf,
  type QueryInput,
} from '../../src/contract/endpoint.ts'
import type { TestServer } from './server.ts'

/** The demo owner's busy organization, the owner's empty one, and somebody else's. */
export const GREEN = 'org_greenacres'
export const FRESH = 'org_freshcut'
export const RIVAL = 'org_rivalmowing'

export interface Answer {
  status: number
  headers: Headers
  // Tests read what they expect to be there: a wrong shape fails their assertions.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  body: any
}

interface Options<E extends Endpoint> {
  params: PathParams<E>
  query?: QueryInput<E>
  body?: BodyInput<E>
  as?: 'owner' | 'rival' | null
  headers?: Record<string, string>
}

/** Calls an endpoint of the contract on a test server, as the demo owner by default. */
export async function call<E extends Endpoint>(
  server: TestServer,
  target: E,
  { params, query, body, as = 'owner', headers = {} }: Options<E>,
): Promise<Answer> {
  const search = new URLSearchParams(query as Record<string, string> | undefined).toString()
  const response = await server.fetchApi(pathOf(target, params) + (search && `?${search}`), {
    method: target.method,
    as,
    headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return read(response)
}

/** Sends raw bytes to an endpoint. */
export async function send(
  server: TestServer,
  path: string,
  init: RequestInit & { as?: 'owner' | 'rival' | null },
): Promise<Answer> {
  return read(await server.fetchApi(path, { as: 'owner', ...init }))
}

/** Deletes all data and settings of an organization and puts it on trial. */
export async function clear({ deps: { db } }: TestServer, organizationId: string): Promise<void> {
  const tables = [
    'lead_imports',
    'leads',
    'conversations',
    'profiles',
    'onboarding_steps',
    'faqs',
    'qualification_questions',
    'integration_connections',
    'integration_requests',
    'oauth_states',
    'calendar_feeds',
    'calendar_sources',
    'calendar_connections',
    'calendar_events',
  ] as const
  for (const table of tables)
    await db.deleteFrom(table).where('organization_id', '=', organizationId).execute()
  await db
    .updateTable('organizations')
    .set({ subscription_status: 'trialing', name: 'Fresh Cut Co' })
    .where('id', '=', organizationId)
    .execute()
}

/** Removes the demo owner from an organization while `attempt` runs. */
export async function withoutMembership(
  { deps: { db } }: TestServer,
  organizationId: string,
  attempt: () => Promise<void>,
): Promise<void> {
  const rows = await db
    .deleteFrom('identity_memberships')
    .where('organization_id', '=', organizationId)
    .returningAll()
    .execute()
  try {
    await attempt()
  } finally {
    await db.insertInto('identity_memberships').values(rows).execute()
  }
}

async function read(response: Response): Promise<Answer> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
}

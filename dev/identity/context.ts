import type { Context } from 'hono'
import type { Deps } from '../../server/kernel/deps.ts'
import { createCookies } from './cookies.ts'
import { adminOnly, notMember, signedOut } from './errors.ts'
import type { Form } from './form.ts'
import { createLimits } from './limits.ts'
import { liveSessions, membershipOf } from './queries.ts'
import type { Client, Membership, Session } from './rows.ts'

export interface IdentityEnv {
  Bindings: { form: Form; address: string }
  Variables: { client: Client | null }
}

export type IdentityContext = Context<IdentityEnv>

/** Creates the dependencies of the routes. */
export function createIdentityContext(deps: Deps) {
  return {
    deps,
    db: deps.db,
    limits: createLimits(deps),
    cookies: createCookies({
      publishableKey: deps.config.publishableKey,
      secure: deps.config.origins.console.startsWith('https:'),
    }),
  }
}

export type Identity = ReturnType<typeof createIdentityContext>

/** Returns the session of a request: the one that it names, otherwise the one that was last active in the browser. */
export async function requireSession(identity: Identity, c: IdentityContext): Promise<Session> {
  const client = c.get('client')
  if (!client) throw signedOut()
  const sessions = await liveSessions(identity.db, client.id, identity.deps.clock())
  const wanted = c.req.query('_clerk_session_id') ?? client.last_session_id
  const session = sessions.find(({ id }) => id === wanted) ?? sessions[0]
  if (!session) throw signedOut()
  return session
}

/** Returns an active session of the calling browser by ID. */
export async function requireOwnSession(
  identity: Identity,
  c: IdentityContext,
  sessionId: string,
): Promise<Session & { client: Client }> {
  const client = c.get('client')
  if (!client) throw signedOut()
  const sessions = await liveSessions(identity.db, client.id, identity.deps.clock())
  const session = sessions.find(({ id }) => id === sessionId)
  if (!session) throw signedOut()
  return { ...session, client }
}

/**
 * Returns the user's membership in an organization. Doesn't reveal to non-members whether an organization exists.
 *
 * @throws {ClerkError} 401 if signed out, 403 if the role is insufficient, 404 if not a member.
 */
export async function requireMember(
  identity: Identity,
  c: IdentityContext,
  organizationId: string,
  role: 'member' | 'admin' = 'member',
): Promise<Membership> {
  const session = await requireSession(identity, c)
  const membership = await membershipOf(identity.db, organizationId, session.user_id)
  if (!membership) throw notMember()
  if (role === 'admin' && membership.role !== 'org:admin') throw adminOnly()
  return membership
}

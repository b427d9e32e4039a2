import { randomBytes } from 'node:crypto'
import type { ClientJSON, SessionJSON, UserJSON } from '@clerk/shared/types'
import type { Kysely } from 'kysely'
import { newId } from '../../server/base/ids.ts'
import { hashToken } from '../../server/base/secrets.ts'
import type { Database } from '../../server/db/schema.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { findAttempt, SIGN_IN, SIGN_UP } from './attempts.ts'
import type { Identity, IdentityContext } from './context.ts'
import { clientSecret } from './cookies.ts'
import { presentSignIn, presentSignUp } from './present/attempts.ts'
import { presentClient, presentSession } from './present/session.ts'
import { presentUser } from './present/user.ts'
import { clientById, liveSessions, memberships, userById } from './queries.ts'
import type { Client, Session, User } from './rows.ts'
import { issueSessionToken } from './tokens.ts'

const newSecret = () => randomBytes(32).toString('base64url')

/** Returns the calling browser. A new browser gets a secret in a cookie; only the secret's hash is stored. */
export async function ensureClient(identity: Identity, c: IdentityContext): Promise<Client> {
  const known = c.get('client')
  if (known) return known
  await identity.limits.countClient(c.env.address)
  const now = identity.deps.clock()
  const secret = newSecret()
  await forgetIdleClients(identity, now)
  const client = await identity.db
    .insertInto('identity_clients')
    .values({
      id: newId('client'),
      secret_hash: hashToken(secret),
      sign_in_id: null,
      sign_up_id: null,
      last_session_id: null,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  identity.cookies.setClient(c, secret)
  c.set('client', client)
  return client
}

/**
 * Replaces a browser's secret so that a planted one is worthless after sign-in. Returns the new secret for the cookie,
 * or null if the secret was created for this request. Call it in the transaction that signs in.
 */
export async function renewSecret(
  trx: Kysely<Database>,
  c: IdentityContext,
  client: Client,
): Promise<string | null> {
  const brought = clientSecret(c)
  if (brought === undefined || hashToken(brought) !== client.secret_hash) return null
  const secret = newSecret()
  await trx
    .updateTable('identity_clients')
    .set({ secret_hash: hashToken(secret) })
    .where('id', '=', client.id)
    .execute()
  return secret
}

/** Deletes browsers that started an attempt over a day ago and never signed in. */
async function forgetIdleClients(identity: Identity, now: Date): Promise<void> {
  await identity.db
    .deleteFrom('identity_clients as c')
    .where('c.created_at', '<', new Date(now.getTime() - DAY_MS))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('identity_sessions as s').whereRef('s.client_id', '=', 'c.id').select('s.id'))),
    )
    .execute()
}

/** Responds to a change. Clerk's SDK reads the browser's new state from `client` in the response. */
export async function reply(identity: Identity, c: IdentityContext, response: unknown): Promise<Response> {
  const client = c.get('client')
  return c.json({ response, client: client ? await clientView(identity, client.id) : null })
}

/** Returns the current state of a browser for Clerk's SDK, or null if the browser is unknown. */
export async function clientView(identity: Identity, clientId: string): Promise<ClientJSON | null> {
  const { db, deps } = identity
  const client = await clientById(db, clientId)
  if (!client) return null
  const now = deps.clock()
  const sessions: SessionJSON[] = []
  for (const session of await liveSessions(db, clientId, now)) {
    const view = await sessionView(identity, session)
    if (view) sessions.push(view)
  }
  const signIn = await findAttempt(db, SIGN_IN, clientId, client.sign_in_id)
  const signUp = await findAttempt(db, SIGN_UP, clientId, client.sign_up_id)
  const signingIn = signIn?.userId ? await userById(db, signIn.userId) : undefined
  return presentClient({
    client,
    sessions,
    signIn: signIn ? presentSignIn(signIn, signingIn ?? null) : null,
    signUp: signUp ? presentSignUp(signUp, now) : null,
  })
}

/** Returns a session with its user and a new token, or null if the user no longer exists. */
export async function sessionView(identity: Identity, session: Session): Promise<SessionJSON | null> {
  const user = await userById(identity.db, session.user_id)
  if (!user) return null
  return presentSession({
    session,
    user,
    memberships: await memberships(identity.db, { userId: user.id }),
    jwt: await sessionToken(identity, session, session.organization_id),
    now: identity.deps.clock(),
  })
}

/** Returns a session token for an organization. Omits an organization that the user has left. */
export function sessionToken(
  identity: Identity,
  session: Session,
  organizationId: string | null,
): Promise<string> {
  return issueSessionToken(identity.deps, {
    userId: session.user_id,
    sessionId: session.id,
    organizationId,
    azp: identity.deps.config.origins.console,
    signedInAt: session.created_at,
  })
}

export async function userView(identity: Identity, user: User): Promise<UserJSON> {
  return presentUser(user, await memberships(identity.db, { userId: user.id }))
}

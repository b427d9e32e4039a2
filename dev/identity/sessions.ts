import { Hono } from 'hono'
import type { Kysely } from 'kysely'
import { newId } from '../../server/base/ids.ts'
import type { Database } from '../../server/db/schema.ts'
import { clientView, reply, sessionToken, sessionView } from './clients.ts'
import {
  type Identity,
  type IdentityContext,
  type IdentityEnv,
  requireOwnSession,
  requireSession,
} from './context.ts'
import { notMember, signedOut } from './errors.ts'
import { presentActiveSession } from './present/session.ts'
import { liveSessions, membershipOf } from './queries.ts'

/** Returns the routes for the browser's state, its sessions, and their tokens. */
export function sessionRoutes(identity: Identity): Hono<IdentityEnv> {
  const { db, deps, cookies } = identity
  const routes = new Hono<IdentityEnv>()

  routes.get('/client', async (c) => {
    const client = c.get('client')
    const view = client && (await clientView(identity, client.id))
    cookies.setUpdatedAt(c, client && view?.sessions.length ? client.updated_at : null)
    return c.json({ response: view, client: null })
  })

  const signOutAll = async (c: IdentityContext) => {
    const client = c.get('client')
    if (client) await endSessions(db, { clientId: client.id, status: 'removed', now: deps.clock() })
    cookies.setUpdatedAt(c, null)
    return reply(identity, c, null)
  }
  routes.delete('/client/sessions', signOutAll)
  routes.delete('/client', (c) => {
    cookies.clearClient(c)
    return signOutAll(c)
  })

  routes.get('/client/sessions/:id', async (c) => {
    const session = await requireOwnSession(identity, c, c.req.param('id'))
    return c.json({ response: await sessionView(identity, session), client: null })
  })

  for (const [verb, status] of [
    ['end', 'ended'],
    ['remove', 'removed'],
  ] as const) {
    routes.post(`/client/sessions/:id/${verb}`, async (c) => {
      const session = await requireOwnSession(identity, c, c.req.param('id') ?? '')
      const now = deps.clock()
      await endSessions(db, { clientId: session.client_id, sessionId: session.id, status, now })
      const left = await liveSessions(db, session.client_id, now)
      cookies.setUpdatedAt(c, left.length > 0 ? now : null)
      return reply(identity, c, await sessionView(identity, { ...session, status }))
    })
  }

  routes.post('/client/sessions/:id/touch', async (c) => {
    const session = await requireOwnSession(identity, c, c.req.param('id'))
    const asked = c.env.form.text('active_organization_id')
    const organizationId = asked === undefined ? session.organization_id : asked || null
    if (organizationId && !(await membershipOf(db, organizationId, session.user_id))) throw notMember()
    const now = deps.clock()
    const touched = await db
      .updateTable('identity_sessions')
      .set({ organization_id: organizationId, last_active_at: now, updated_at: now })
      .where('id', '=', session.id)
      .where('status', '=', 'active')
      .returningAll()
      .executeTakeFirst()
    if (!touched) throw signedOut()
    await db
      .updateTable('identity_clients')
      .set({ last_session_id: session.id })
      .where('id', '=', session.client_id)
      .execute()
    return reply(identity, c, await sessionView(identity, touched))
  })

  routes.post('/client/sessions/:id/tokens', async (c) => {
    const session = await requireOwnSession(identity, c, c.req.param('id'))
    const asked = c.env.form.text('organization_id')
    const organizationId = asked === undefined ? session.organization_id : asked || null
    // On a 401, the SDK reloads its state and finds out that the user has left the organization.
    if (organizationId && !(await membershipOf(db, organizationId, session.user_id))) throw signedOut()
    return c.json({ object: 'token', jwt: await sessionToken(identity, session, organizationId) })
  })

  routes.get('/me/sessions/active', async (c) => {
    const session = await requireSession(identity, c)
    const sessions = await liveSessions(db, session.client_id, deps.clock())
    return c.json(sessions.map(presentActiveSession))
  })

  return routes
}

/**
 * Starts a session that replaces the browser's others (single session mode). Selects the organization that the user
 * last worked in, otherwise the first one that they joined. Call it in a transaction.
 */
export async function startSession(
  trx: Kysely<Database>,
  { clientId, userId, now }: { clientId: string; userId: string; now: Date },
): Promise<string> {
  await endSessions(trx, { clientId, status: 'ended', now })
  const id = newId('sess')
  await trx
    .insertInto('identity_sessions')
    .values({
      id,
      client_id: clientId,
      user_id: userId,
      organization_id: await usualOrganization(trx, userId),
      status: 'active',
      created_at: now,
      updated_at: now,
      last_active_at: now,
    })
    .execute()
  await trx.updateTable('identity_users').set({ last_sign_in_at: now }).where('id', '=', userId).execute()
  await trx
    .updateTable('identity_clients')
    .set({ last_session_id: id, updated_at: now })
    .where('id', '=', clientId)
    .execute()
  return id
}

async function usualOrganization(db: Kysely<Database>, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('identity_memberships as m')
    .leftJoin('identity_sessions as s', (join) =>
      join.onRef('s.organization_id', '=', 'm.organization_id').onRef('s.user_id', '=', 'm.user_id'),
    )
    .where('m.user_id', '=', userId)
    .orderBy('s.last_active_at', (order) => order.desc().nullsLast())
    .orderBy('m.created_at')
    .orderBy('m.id')
    .select('m.organization_id')
    .executeTakeFirst()
  return row?.organization_id ?? null
}

interface Ending {
  clientId: string
  /** If absent, all of the browser's sessions. */
  sessionId?: string
  status: 'ended' | 'removed'
  now: Date
}

async function endSessions(
  db: Kysely<Database>,
  { clientId, sessionId, status, now }: Ending,
): Promise<void> {
  let query = db
    .updateTable('identity_sessions')
    .set({ status, updated_at: now })
    .where('client_id', '=', clientId)
    .where('status', '=', 'active')
  if (sessionId !== undefined) query = query.where('id', '=', sessionId)
  await query.execute()
  await db
    .updateTable('identity_clients')
    .set({ updated_at: now, sign_in_id: null, sign_up_id: null })
    .where('id', '=', clientId)
    .execute()
}

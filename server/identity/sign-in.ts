import { Hono } from 'hono'
import { beginAttempt, findAttempt, SIGN_IN, type SignIn, saveAttempt } from './attempts.ts'
import { ensureClient, reply } from './clients.ts'
import type { Identity, IdentityContext, IdentityEnv } from './context.ts'
import { normalizeEmail } from './email.ts'
import { ClerkError, notFound, notHere, signedOut } from './errors.ts'
import { checkPassword } from './passwords.ts'
import { presentSignIn } from './present/attempts.ts'
import { userByEmail, userById } from './queries.ts'
import type { User } from './rows.ts'
import { startSession } from './sessions.ts'
import { refuseSocial } from './social.ts'

/** Sign-in with an e-mail address and a password. */
export function signInRoutes(identity: Identity): Hono<IdentityEnv> {
  const { db, deps } = identity
  const routes = new Hono<IdentityEnv>()

  const current = async (c: IdentityContext, id: string): Promise<SignIn> => {
    const client = c.get('client')
    const signIn = client && (await findAttempt(db, SIGN_IN, client.id, id))
    if (!signIn) throw notFound()
    return signIn
  }

  const attemptPassword = async (c: IdentityContext, signIn: SignIn, user: User | undefined) => {
    const account = user?.email ?? normalizeEmail(signIn.identifier ?? '')
    const password = c.env.form.text('password') ?? ''
    const right = await identity.limits.guard(account, c.env.address, async () =>
      user ? checkPassword(password, user.password_hash) : false,
    )
    if (!user) throw unknownAccount()
    if (!right) throw wrongPassword()
    return complete(c, signIn, user)
  }

  const complete = async (c: IdentityContext, signIn: SignIn, user: User) => {
    const client = c.get('client')
    if (!client) throw signedOut()
    const now = deps.clock()
    const done = await db.transaction().execute(async (trx) => {
      const sessionId = await startSession(trx, { clientId: client.id, userId: user.id, now })
      const finished: SignIn = { ...signIn, status: 'complete', userId: user.id, sessionId }
      await saveAttempt(trx, finished)
      return finished
    })
    identity.cookies.setUpdatedAt(c, now)
    return reply(identity, c, presentSignIn(done, user))
  }

  routes.post('/client/sign_ins', async (c) => {
    const { form } = c.env
    const strategy = form.text('strategy')
    refuseSocial(strategy)
    if (strategy !== undefined && strategy !== 'password') throw notHere()
    const identifier = form.text('identifier')
    const user = identifier === undefined ? undefined : await userByEmail(db, identifier)
    const client = await ensureClient(identity, c)
    const signIn = await beginAttempt(
      db,
      SIGN_IN,
      client.id,
      {
        status: user ? 'needs_first_factor' : 'needs_identifier',
        identifier: identifier ?? null,
        userId: user?.id ?? null,
        sessionId: null,
      },
      deps.clock(),
    )
    if (identifier !== undefined && (form.text('password') !== undefined || !user)) {
      return attemptPassword(c, signIn, user)
    }
    return reply(identity, c, presentSignIn(signIn, user ?? null))
  })

  routes.get('/client/sign_ins/:id', async (c) => {
    const signIn = await current(c, c.req.param('id'))
    const user = signIn.userId ? await userById(db, signIn.userId) : undefined
    return c.json({ response: presentSignIn(signIn, user ?? null), client: null })
  })

  routes.post('/client/sign_ins/:id/attempt_first_factor', async (c) => {
    const signIn = await current(c, c.req.param('id'))
    if (c.env.form.text('strategy') !== 'password') throw notHere()
    const user = signIn.userId ? await userById(db, signIn.userId) : undefined
    if (signIn.status !== 'needs_first_factor' || !user) throw notFound()
    return attemptPassword(c, signIn, user)
  })

  return routes
}

const unknownAccount = () =>
  new ClerkError(422, 'form_identifier_not_found', "Couldn't find your account.", { param: 'identifier' })

const wrongPassword = () =>
  new ClerkError(422, 'form_password_incorrect', 'Password is incorrect. Try again, or use another method.', {
    param: 'password',
  })

import { Hono } from 'hono'
import { LIMITS } from '../../src/contract/limits.ts'
import { beginAttempt, findAttempt, SIGN_IN, type SignIn, saveAttempt } from './attempts.ts'
import { ensureClient, renewSecret, reply } from './clients.ts'
import type { Identity, IdentityContext, IdentityEnv } from './context.ts'
import { normalizeEmail } from './email.ts'
import { ClerkError, invalid, notFound, notHere, signedOut } from './errors.ts'
import { checkPassword } from './passwords.ts'
import { presentSignIn } from './present/attempts.ts'
import { userByEmail, userById } from './queries.ts'
import type { User } from './rows.ts'
import { startSession } from './sessions.ts'
import { rejectSocial } from './social.ts'

/** Returns the routes for signing in with an email address and a password. */
export function signInRoutes(identity: Identity): Hono<IdentityEnv> {
  const { db, deps } = identity
  const routes = new Hono<IdentityEnv>()

  const current = async (c: IdentityContext, id: string): Promise<SignIn> => {
    const client = c.get('client')
    const signIn = client && (await findAttempt(db, SIGN_IN, client.id, id))
    if (!signIn) throw notFound()
    return signIn
  }

  /**
   * Returns the user. An unknown account produces the same error as a wrong password, after the same work.
   *
   * @throws {ClerkError} 422 if the password is wrong, 429 after too many wrong ones.
   */
  const requirePassword = async (c: IdentityContext, account: string, user: User | undefined) => {
    const guesser = { client: c.get('client'), address: c.env.address }
    const right = await identity.limits.guardPassword(normalizeEmail(account), guesser, () =>
      checkPassword(c.env.form.text('password') ?? '', user?.password_hash ?? null),
    )
    if (!user || !right) throw refused()
    return user
  }

  const complete = async (c: IdentityContext, signIn: SignIn, user: User) => {
    const client = c.get('client')
    if (!client) throw signedOut()
    const now = deps.clock()
    const { done, secret } = await db.transaction().execute(async (trx) => {
      const sessionId = await startSession(trx, { clientId: client.id, userId: user.id, now })
      const finished: SignIn = { ...signIn, status: 'complete', userId: user.id, sessionId }
      await saveAttempt(trx, finished)
      return { done: finished, secret: await renewSecret(trx, c, client) }
    })
    identity.cookies.setSignedIn(c, now, secret)
    return reply(identity, c, presentSignIn(done, user))
  }

  routes.post('/client/sign_ins', async (c) => {
    const { form } = c.env
    const strategy = form.text('strategy')
    rejectSocial(strategy)
    if (strategy !== undefined && strategy !== 'password') throw notHere()
    const identifier = form.text('identifier')
    if (identifier !== undefined && identifier.length > LIMITS.email) {
      throw invalid('identifier', `An email address can have ${LIMITS.email} characters.`)
    }
    const user = identifier === undefined ? undefined : await userByEmail(db, identifier)
    const admitted =
      identifier !== undefined && form.text('password') !== undefined
        ? await requirePassword(c, identifier, user)
        : null
    const client = await ensureClient(identity, c)
    const signIn = await beginAttempt(
      db,
      SIGN_IN,
      client.id,
      {
        status: identifier === undefined ? 'needs_identifier' : 'needs_first_factor',
        identifier: identifier ?? null,
        userId: user?.id ?? null,
        sessionId: null,
      },
      deps.clock(),
    )
    if (admitted) return complete(c, signIn, admitted)
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
    if (signIn.status !== 'needs_first_factor') throw notFound()
    return complete(c, signIn, await requirePassword(c, signIn.identifier ?? '', user))
  })

  return routes
}

const refused = () =>
  new ClerkError(
    422,
    'form_password_or_identifier_incorrect',
    'Email address or password is incorrect. Please try again.',
    { param: 'password' },
  )

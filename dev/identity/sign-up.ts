import { Hono } from 'hono'
import { newId } from '../../server/base/ids.ts'
import { LIMITS } from '../../src/contract/limits.ts'
import { beginAttempt, findAttempt, SIGN_UP, type SignUp, type SignUpState, saveAttempt } from './attempts.ts'
import { ensureClient, renewSecret, reply } from './clients.ts'
import type { Identity, IdentityContext, IdentityEnv } from './context.ts'
import { isEmailAddress, normalizeEmail } from './email.ts'
import { emailTaken, invalid, notFound, notHere, signedOut } from './errors.ts'
import type { Form } from './form.ts'
import { newPasswordHash } from './new-password.ts'
import { presentSignUp } from './present/attempts.ts'
import { userByEmail } from './queries.ts'
import { startSession } from './sessions.ts'
import { rejectSocial } from './social.ts'

const EMPTY: SignUpState = {
  status: 'missing_requirements',
  email: null,
  passwordHash: null,
  firstName: null,
  lastName: null,
  userId: null,
  sessionId: null,
}

/** Returns the routes for signing up with an email address and a password. The account exists without a code. */
export function signUpRoutes(identity: Identity): Hono<IdentityEnv> {
  const { db, deps } = identity
  const routes = new Hono<IdentityEnv>()

  const fill = async (
    state: SignUpState,
    { form, address }: IdentityEnv['Bindings'],
  ): Promise<SignUpState> => {
    rejectSocial(form.text('strategy'))
    if (form.text('strategy') !== undefined) throw notHere()
    const filled = { ...state }
    const email = form.text('email_address')
    const password = form.text('password')
    if (email !== undefined || password !== undefined) await identity.limits.countSignUp(address)
    if (email !== undefined) filled.email = await freeEmail(email)
    if (password !== undefined) filled.passwordHash = await newPasswordHash(password, 'password')
    filled.firstName = nameField(form, 'first_name') ?? filled.firstName
    filled.lastName = nameField(form, 'last_name') ?? filled.lastName
    return filled
  }

  const freeEmail = async (given: string): Promise<string> => {
    const email = normalizeEmail(given)
    if (!isEmailAddress(email)) {
      throw invalid('email_address', 'Email address must be a valid email address.')
    }
    if (await userByEmail(db, email)) throw emailTaken()
    return email
  }

  const advance = async (c: IdentityContext, signUp: SignUp) => {
    const client = c.get('client')
    if (!client) throw signedOut()
    const now = deps.clock()
    const { email, passwordHash } = signUp
    if (email === null || passwordHash === null) {
      await saveAttempt(db, signUp)
      return reply(identity, c, presentSignUp(signUp, now))
    }
    const { done, secret } = await db.transaction().execute(async (trx) => {
      const user = await trx
        .insertInto('identity_users')
        .values({
          id: newId('user'),
          email,
          email_id: newId('idn'),
          first_name: signUp.firstName,
          last_name: signUp.lastName,
          password_hash: passwordHash,
          created_at: now,
          updated_at: now,
        })
        .onConflict((conflict) => conflict.column('email').doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!user) throw emailTaken()
      const sessionId = await startSession(trx, { clientId: client.id, userId: user.id, now })
      const finished: SignUp = { ...signUp, status: 'complete', userId: user.id, sessionId }
      await saveAttempt(trx, { ...finished, passwordHash: null })
      return { done: finished, secret: await renewSecret(trx, c, client) }
    })
    identity.cookies.setSignedIn(c, now, secret)
    return reply(identity, c, presentSignUp(done, now))
  }

  const current = async (c: IdentityContext, id: string): Promise<SignUp> => {
    const client = c.get('client')
    const signUp = client && (await findAttempt(db, SIGN_UP, client.id, id))
    if (!signUp) throw notFound()
    return signUp
  }

  routes.post('/client/sign_ups', async (c) => {
    const state = await fill(EMPTY, c.env)
    const client = await ensureClient(identity, c)
    return advance(c, await beginAttempt(db, SIGN_UP, client.id, state, deps.clock()))
  })

  routes.get('/client/sign_ups/:id', async (c) => {
    const signUp = await current(c, c.req.param('id'))
    return c.json({ response: presentSignUp(signUp, deps.clock()), client: null })
  })

  routes.patch('/client/sign_ups/:id', async (c) => {
    const signUp = await current(c, c.req.param('id'))
    if (signUp.status === 'complete') throw notFound()
    return advance(c, { ...(await fill(signUp, c.env)), id: signUp.id })
  })

  return routes
}

/** Returns a person's name from a request: undefined if it was not sent, null if it is blank. */
export function nameField(form: Form, name: 'first_name' | 'last_name'): string | null | undefined {
  const given = form.text(name)?.trim()
  if (given !== undefined && given.length > LIMITS.name) {
    throw invalid(name, `A name can have ${LIMITS.name} characters.`)
  }
  return given === '' ? null : given
}

import { Hono } from 'hono'
import { reply, userView } from './clients.ts'
import { type Identity, type IdentityContext, type IdentityEnv, requireSession } from './context.ts'
import { ClerkError, notFound, notMember, signedOut } from './errors.ts'
import { pageOf } from './form.ts'
import { addMember, lockOrganization, removeMember } from './membership.ts'
import { newPasswordHash } from './new-password.ts'
import { checkPassword } from './passwords.ts'
import { presentPage } from './present/common.ts'
import { isRole, presentDeleted, presentMembership, presentOwnInvitation } from './present/organization.ts'
import {
  countMemberships,
  invitationsBy,
  membershipOf,
  memberships,
  organizationById,
  organizationsById,
  userById,
} from './queries.ts'
import type { User } from './rows.ts'
import { nameField } from './sign-up.ts'

/** Returns the routes for the signed-in user: name, password, memberships, and invitations. */
export function meRoutes(identity: Identity): Hono<IdentityEnv> {
  const { db, deps } = identity
  const routes = new Hono<IdentityEnv>()

  const requireUser = async (c: IdentityContext): Promise<User> => {
    const session = await requireSession(identity, c)
    const user = await userById(db, session.user_id)
    if (!user) throw signedOut()
    return user
  }

  routes.get('/me', async (c) =>
    c.json({ response: await userView(identity, await requireUser(c)), client: null }),
  )

  routes.patch('/me', async (c) => {
    const user = await requireUser(c)
    const firstName = nameField(c.env.form, 'first_name')
    const lastName = nameField(c.env.form, 'last_name')
    const changed = await db
      .updateTable('identity_users')
      .set({
        ...(firstName === undefined ? {} : { first_name: firstName }),
        ...(lastName === undefined ? {} : { last_name: lastName }),
        updated_at: deps.clock(),
      })
      .where('id', '=', user.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    return reply(identity, c, await userView(identity, changed))
  })

  routes.post('/me/change_password', async (c) => {
    const { form } = c.env
    const session = await requireSession(identity, c)
    const user = await requireUser(c)
    const guesser = { client: c.get('client'), address: c.env.address }
    const right = await identity.limits.guardPassword(user.email, guesser, () =>
      checkPassword(form.text('current_password') ?? '', user.password_hash),
    )
    if (!right) {
      throw new ClerkError(422, 'form_password_incorrect', 'Password is incorrect. Try again.', {
        param: 'current_password',
      })
    }
    const now = deps.clock()
    const passwordHash = await newPasswordHash(form.text('new_password') ?? '', 'new_password')
    // Applies even if `sign_out_of_other_sessions` is not selected, because the old password may have been stolen.
    const changed = await db.transaction().execute(async (trx) => {
      await trx
        .updateTable('identity_sessions')
        .set({ status: 'revoked', updated_at: now })
        .where('user_id', '=', user.id)
        .where('id', '!=', session.id)
        .where('status', '=', 'active')
        .execute()
      return trx
        .updateTable('identity_users')
        .set({ password_hash: passwordHash, updated_at: now })
        .where('id', '=', user.id)
        .returningAll()
        .executeTakeFirstOrThrow()
    })
    return reply(identity, c, await userView(identity, changed))
  })

  routes.get('/me/organization_memberships', async (c) => {
    const { user_id: userId } = await requireSession(identity, c)
    const own = await memberships(db, { userId }, pageOf(c))
    const total = await countMemberships(db, { userId })
    return c.json({ response: presentPage(own.map(presentMembership), total), client: null })
  })

  routes.delete('/me/organization_memberships/:organizationId', async (c) => {
    const { user_id: userId } = await requireSession(identity, c)
    const membership = await membershipOf(db, c.req.param('organizationId'), userId)
    if (!membership) throw notMember()
    await db.transaction().execute(async (trx) => {
      await lockOrganization(trx, membership.organization_id)
      await removeMember(trx, { organizationId: membership.organization_id, userId }, deps.clock())
    })
    return reply(identity, c, presentDeleted('organization_membership', membership.id))
  })

  routes.get('/me/organization_invitations', async (c) => {
    const user = await requireUser(c)
    const status = c.req.queries('status') ?? ['pending']
    const all = await invitationsBy(db, 'email', user.email, status)
    const { limit, offset } = pageOf(c)
    const organizations = await organizationsById(
      db,
      all.map((invitation) => invitation.organization_id),
    )
    const shown = all.slice(offset, offset + limit).flatMap((invitation) => {
      const organization = organizations.get(invitation.organization_id)
      return organization ? [presentOwnInvitation(invitation, organization)] : []
    })
    return c.json({ response: presentPage(shown, all.length), client: null })
  })

  routes.post('/me/organization_invitations/:id/accept', async (c) => {
    const user = await requireUser(c)
    const now = deps.clock()
    const invitation = await db.transaction().execute(async (trx) => {
      const accepted = await trx
        .updateTable('identity_invitations')
        .set({ status: 'accepted', updated_at: now })
        .where('id', '=', c.req.param('id'))
        .where('email', '=', user.email)
        .where('status', '=', 'pending')
        .returningAll()
        .executeTakeFirst()
      if (!accepted) throw notFound()
      await addMember(trx, {
        organizationId: accepted.organization_id,
        userId: user.id,
        role: isRole(accepted.role) ? accepted.role : 'org:member',
        now,
      })
      return accepted
    })
    const organization = await organizationById(db, invitation.organization_id)
    if (!organization) throw notFound()
    return reply(identity, c, presentOwnInvitation(invitation, organization))
  })

  routes.get('/me/organization_suggestions', async (c) => {
    await requireSession(identity, c)
    return c.json({ response: presentPage([], 0), client: null })
  })

  return routes
}

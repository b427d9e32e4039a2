import { Hono } from 'hono'
import { newId } from '../../server/base/ids.ts'
import { reply } from './clients.ts'
import { type Identity, type IdentityContext, type IdentityEnv, requireMember } from './context.ts'
import { isEmailAddress, normalizeEmail } from './email.ts'
import { ClerkError, invalid, missing, notFound } from './errors.ts'
import { pageOf } from './form.ts'
import { lockOrganization, requireSeats } from './membership.ts'
import { presentPage } from './present/common.ts'
import { isRole, presentInvitation } from './present/organization.ts'
import { invitationsBy } from './queries.ts'
import type { Invitation } from './rows.ts'

/**
 * Returns the routes for invitations by email address. No mail leaves this machine: users see them when they sign in.
 */
export function invitationRoutes(identity: Identity): Hono<IdentityEnv> {
  const { db, deps } = identity
  const routes = new Hono<IdentityEnv>()

  routes.get('/organizations/:id/invitations', async (c) => {
    const { organization_id: organizationId } = await requireMember(identity, c, c.req.param('id'), 'admin')
    const status = c.req.queries('status') ?? ['pending']
    const all = await invitationsBy(db, 'organization_id', organizationId, status)
    const { limit, offset } = pageOf(c)
    const shown = all.slice(offset, offset + limit).map(presentInvitation)
    return c.json({ response: presentPage(shown, all.length), client: null })
  })

  const invite = async (c: IdentityContext, organizationId: string): Promise<Invitation[]> => {
    const { form } = c.env
    const emails = [...new Set(form.all('email_address').map(normalizeEmail))]
    if (emails.length === 0) throw missing('email_address', 'Enter an email address.')
    for (const email of emails) {
      if (!isEmailAddress(email)) {
        throw invalid('email_address', `This is not an email address: ${email.slice(0, 100)}`)
      }
    }
    const role = form.text('role') ?? 'org:member'
    if (!isRole(role)) throw invalid('role', 'This role does not exist.')
    const now = deps.clock()
    return db.transaction().execute(async (trx) => {
      await lockOrganization(trx, organizationId)
      const members = await trx
        .selectFrom('identity_memberships as m')
        .innerJoin('identity_users as u', 'u.id', 'm.user_id')
        .where('m.organization_id', '=', organizationId)
        .where('u.email', 'in', emails)
        .select('u.email')
        .execute()
      if (members.length > 0)
        throw alreadyThere('already_a_member_in_organization', 'are already members', members)
      const pending = await trx
        .selectFrom('identity_invitations')
        .where('organization_id', '=', organizationId)
        .where('status', '=', 'pending')
        .where('email', 'in', emails)
        .select('email')
        .execute()
      if (pending.length > 0) throw alreadyThere('duplicate_record', 'are already invited', pending)
      await requireSeats(trx, organizationId, emails.length)
      return trx
        .insertInto('identity_invitations')
        .values(
          emails.map((email) => ({
            id: newId('orginv'),
            organization_id: organizationId,
            email,
            role,
            status: 'pending',
            created_at: now,
            updated_at: now,
          })),
        )
        .returningAll()
        .execute()
    })
  }

  routes.post('/organizations/:id/invitations', async (c) => {
    const { organization_id: organizationId } = await requireMember(identity, c, c.req.param('id'), 'admin')
    const [invitation] = await invite(c, organizationId)
    return reply(identity, c, invitation ? presentInvitation(invitation) : null)
  })

  routes.post('/organizations/:id/invitations/bulk', async (c) => {
    const { organization_id: organizationId } = await requireMember(identity, c, c.req.param('id'), 'admin')
    const invitations = await invite(c, organizationId)
    return reply(identity, c, invitations.map(presentInvitation))
  })

  routes.post('/organizations/:id/invitations/:invitationId/revoke', async (c) => {
    const { organization_id: organizationId } = await requireMember(identity, c, c.req.param('id'), 'admin')
    const revoked = await db
      .updateTable('identity_invitations')
      .set({ status: 'revoked', updated_at: deps.clock() })
      .where('id', '=', c.req.param('invitationId'))
      .where('organization_id', '=', organizationId)
      .where('status', '=', 'pending')
      .returningAll()
      .executeTakeFirst()
    if (!revoked) throw notFound()
    return reply(identity, c, presentInvitation(revoked))
  })

  return routes
}

function alreadyThere(code: string, what: string, rows: { email: string }[]): ClerkError {
  const emailAddresses = rows.map(({ email }) => email)
  return new ClerkError(400, code, `These ${what}: ${emailAddresses.join(', ')}`, {
    param: 'email_address',
    emailAddresses,
  })
}

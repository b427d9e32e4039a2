import { Hono } from 'hono'
import { reply } from './clients.ts'
import { type Identity, type IdentityEnv, requireMember } from './context.ts'
import { invalid, notFound } from './errors.ts'
import { pageOf } from './form.ts'
import { changeRole, lockOrganization, removeMember } from './membership.ts'
import { presentPage } from './present/common.ts'
import { isRole, presentMembership } from './present/organization.ts'
import { countMemberships, membershipOf, memberships } from './queries.ts'

export function memberRoutes(identity: Identity): Hono<IdentityEnv> {
  const { db, deps } = identity
  const routes = new Hono<IdentityEnv>()

  routes.get('/organizations/:id/memberships', async (c) => {
    const { organization_id: organizationId } = await requireMember(identity, c, c.req.param('id'))
    const filter = { organizationId, roles: c.req.queries('role') ?? [], search: c.req.query('query') }
    const found = await memberships(db, filter, pageOf(c))
    const total = await countMemberships(db, filter)
    return c.json({ response: presentPage(found.map(presentMembership), total), client: null })
  })

  routes.patch('/organizations/:id/memberships/:userId', async (c) => {
    const { organization_id: organizationId } = await requireMember(identity, c, c.req.param('id'), 'admin')
    const role = c.env.form.text('role') ?? ''
    if (!isRole(role)) throw invalid('role', 'This role does not exist.')
    const userId = c.req.param('userId')
    await db.transaction().execute(async (trx) => {
      await lockOrganization(trx, organizationId)
      await changeRole(trx, { organizationId, userId }, role, deps.clock())
    })
    const changed = await membershipOf(db, organizationId, userId)
    if (!changed) throw notFound()
    return reply(identity, c, presentMembership(changed))
  })

  routes.delete('/organizations/:id/memberships/:userId', async (c) => {
    const { organization_id: organizationId } = await requireMember(identity, c, c.req.param('id'), 'admin')
    const leaving = await membershipOf(db, organizationId, c.req.param('userId'))
    if (!leaving) throw notFound()
    await db.transaction().execute(async (trx) => {
      await lockOrganization(trx, organizationId)
      await removeMember(trx, { organizationId, userId: leaving.user_id }, deps.clock())
    })
    return reply(identity, c, presentMembership(leaving))
  })

  return routes
}

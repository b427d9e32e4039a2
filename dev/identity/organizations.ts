import { Hono } from 'hono'
import type { Transaction } from 'kysely'
import { newId } from '../../server/base/ids.ts'
import type { Database } from '../../server/db/schema.ts'
import { endConnections } from '../../server/privacy/end-connections.ts'
import { LIMITS } from '../../src/contract/limits.ts'
import { reply } from './clients.ts'
import { type Identity, type IdentityEnv, requireMember, requireSession } from './context.ts'
import { ClerkError, invalid, missing, notMember } from './errors.ts'
import { pageOf } from './form.ts'
import { addMember } from './membership.ts'
import { FREE_PLAN } from './plans.ts'
import { presentPage } from './present/common.ts'
import { presentDeleted, presentOrganization, presentRoles } from './present/organization.ts'
import { reportDeletion, reportOrganization } from './product.ts'
import { organizationById } from './queries.ts'

/** How many organizations a user can create. */
export const MOST_CREATED = 10

/** Returns the routes for the organizations themselves. Each change also applies to the product. */
export function organizationRoutes(identity: Identity): Hono<IdentityEnv> {
  const { db, deps } = identity
  const routes = new Hono<IdentityEnv>()

  const view = async (id: string) => {
    const organization = await organizationById(db, id)
    if (!organization) throw notMember()
    return presentOrganization(organization)
  }

  routes.post('/organizations', async (c) => {
    const session = await requireSession(identity, c)
    const name = organizationName(c.env.form.text('name'))
    const wanted = c.env.form.text('slug')
    const id = newId('org')
    const now = deps.clock()
    await db.transaction().execute(async (trx) => {
      await countCreation(trx, session.user_id)
      await trx
        .insertInto('identity_organizations')
        .values({
          id,
          name,
          slug: await freeSlug(trx, id, wanted ?? name, wanted !== undefined),
          plan_slug: FREE_PLAN,
          plan_period: 'month',
          plan_since: now,
          created_at: now,
          updated_at: now,
        })
        .execute()
      await addMember(trx, { organizationId: id, userId: session.user_id, role: 'org:admin', now })
      await reportOrganization(trx, id, now)
    })
    return reply(identity, c, await view(id))
  })

  routes.get('/organizations/:id', async (c) => {
    const { organization } = await requireMember(identity, c, c.req.param('id'))
    return c.json({ response: presentOrganization(organization), client: null })
  })

  routes.patch('/organizations/:id', async (c) => {
    const { organization } = await requireMember(identity, c, c.req.param('id'), 'admin')
    const { form } = c.env
    const name = form.text('name') === undefined ? organization.name : organizationName(form.text('name'))
    const slug = form.text('slug')
    const now = deps.clock()
    await db.transaction().execute(async (trx) => {
      await trx
        .updateTable('identity_organizations')
        .set({
          name,
          ...(slug === undefined || slug === organization.slug
            ? {}
            : { slug: await freeSlug(trx, organization.id, slug, true) }),
          updated_at: now,
        })
        .where('id', '=', organization.id)
        .execute()
      await reportOrganization(trx, organization.id, now)
    })
    return reply(identity, c, await view(organization.id))
  })

  routes.delete('/organizations/:id', async (c) => {
    const { organization } = await requireMember(identity, c, c.req.param('id'), 'admin')
    await endConnections(deps, organization.id)
    await db.transaction().execute(async (trx) => {
      await trx.deleteFrom('identity_organizations').where('id', '=', organization.id).execute()
      await reportDeletion(trx, organization.id, deps.clock())
    })
    return reply(identity, c, presentDeleted('organization', organization.id))
  })

  routes.get('/organizations/:id/roles', async (c) => {
    await requireMember(identity, c, c.req.param('id'))
    const roles = presentRoles()
    const { limit, offset } = pageOf(c)
    return c.json({ response: presentPage(roles.slice(offset, offset + limit), roles.length), client: null })
  })

  for (const kind of ['domains', 'membership_requests']) {
    routes.get(`/organizations/:id/${kind}`, async (c) => {
      await requireMember(identity, c, c.req.param('id') ?? '')
      return c.json({ response: presentPage([], 0), client: null })
    })
  }

  return routes
}

/** Counts an organization that a user creates. Deleted ones count too, or deleting them would reset other limits. */
async function countCreation(trx: Transaction<Database>, userId: string): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('identity_users')
    .set(({ eb }) => ({ organizations_created: eb('organizations_created', '+', 1) }))
    .where('id', '=', userId)
    .where('organizations_created', '<', MOST_CREATED)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return
  throw new ClerkError(
    403,
    'organization_creation_limit_exceeded',
    `You have created ${MOST_CREATED} organizations, and cannot create more.`,
  )
}

function organizationName(given: string | undefined): string {
  const name = given?.trim() ?? ''
  if (name === '') throw missing('name', 'Enter a name for the organization.')
  if (name.length > LIMITS.name) throw invalid('name', `A name can have ${LIMITS.name} characters.`)
  return name
}

/** Returns an unused slug. Rejects a requested slug that is taken. */
async function freeSlug(
  trx: Transaction<Database>,
  organizationId: string,
  from: string,
  exact: boolean,
): Promise<string> {
  const slug =
    from
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, 64)
      .replace(/^-|-$/g, '') || 'organization'
  const taken = await trx
    .selectFrom('identity_organizations')
    .where('slug', '=', slug)
    .where('id', '!=', organizationId)
    .select('id')
    .executeTakeFirst()
  if (!taken) return slug
  if (exact) {
    throw new ClerkError(422, 'form_identifier_exists', 'That slug is taken. Please try another.', {
      param: 'slug',
    })
  }
  return `${slug}-${organizationId.slice(-8).toLowerCase()}`
}

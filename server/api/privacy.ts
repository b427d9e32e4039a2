import { eraseOrganizationData, exportOrganization } from '../../src/contract/privacy.ts'
import { removeErased } from '../photos/removals.ts'
import { endConnections } from '../privacy/end-connections.ts'
import { eraseOrganizationData as erase } from '../privacy/erase-organization.ts'
import { exportOrganizationData } from '../privacy/export-organization.ts'
import { requireAdmin } from './auth.ts'
import { HttpError, notSetUp } from './http-error.ts'
import { sendPieces } from './json.ts'
import { type Api, mount } from './mount.ts'

/** Mounts the endpoints that export and erase an organization's data, for admins. */
export function mountPrivacy(api: Api): void {
  const { db, clock, config } = api.deps

  api.app.get(exportOrganization.path, async (c) => {
    const member = await api.guard.admit(c.req, c.req.param('orgId'))
    requireAdmin(member)
    return sendPieces(c, exportOrganizationData(db, member.organizationId, clock(), config.origins.widget))
  })

  mount(api, eraseOrganizationData, async ({ organizationId, body }) => {
    const organization = await db
      .selectFrom('organizations')
      .select('name')
      .where('id', '=', organizationId)
      .executeTakeFirst()
    if (!organization) throw notSetUp()
    if (body.organization_name.trim() !== organization.name.trim()) {
      throw new HttpError(409, "This is not the organization's name. Nothing was erased")
    }
    await endConnections(api.deps, organizationId)
    await erase(db, organizationId)
    await removeErased(api.deps)
  })
}

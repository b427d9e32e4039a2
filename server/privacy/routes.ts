import { eraseOrganizationData, exportOrganization } from '../../src/contract/privacy.ts'
import { createSlots } from '../base/slots.ts'
import { eraseOrganizationData as erase } from '../erasure/erase-organization.ts'
import { requireAdmin } from '../http/auth.ts'
import { HttpError, notSetUp } from '../http/http-error.ts'
import { sendPieces } from '../http/json.ts'
import { type Api, mount } from '../http/mount.ts'
import { removeErased } from '../photos/removals.ts'
import { endConnections } from './end-connections.ts'
import { exportOrganizationData } from './export-organization.ts'

/** The number of exports of an organization at the same time. Each one reads everything. */
const MOST_EXPORTS = 2

/** Mounts the endpoints that export and erase an organization's data, for admins. */
export function mountPrivacy(api: Api): void {
  const { db, clock, config } = api.deps
  const exports = createSlots({ atOnce: Infinity, ofOne: MOST_EXPORTS, waiting: 0 })

  async function* exportOnce(organizationId: string, free: () => void) {
    try {
      yield* exportOrganizationData(db, organizationId, clock(), config.origins.widget)
    } finally {
      free()
    }
  }

  api.app.get(exportOrganization.path, async (c) => {
    const member = await api.guard.admit(c.req, c.req.param('orgId'))
    requireAdmin(member)
    if (c.req.method === 'HEAD') return c.body(null)
    const free = await exports.take(member.organizationId).catch(() => {
      throw new HttpError(409, 'Your data is being exported already. Please wait until that is complete')
    })
    return sendPieces(c, exportOnce(member.organizationId, free))
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

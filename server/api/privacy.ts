import { eraseOrganizationData, exportOrganization } from '../../src/contract/privacy.ts'
import { eraseOrganizationData as erase } from '../privacy/erase-organization.ts'
import { exportOrganizationData } from '../privacy/export-organization.ts'
import { requireAdmin } from './auth.ts'
import { type Api, mount } from './mount.ts'
import { Refusal } from './refusal.ts'

/** Export and erasure of an organization's data, for admins. */
export function mountPrivacy(api: Api): void {
  const { db, clock } = api.deps

  api.app.get(exportOrganization.path, async (c) => {
    const member = await api.guard.admit(c.req, c.req.param('orgId'))
    requireAdmin(member)
    const pieces = exportOrganizationData(db, member.organizationId, clock())
    let next = await pieces.next()
    if (next.done) throw unknown()
    const encoder = new TextEncoder()
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        if (next.done) return controller.close()
        controller.enqueue(encoder.encode(next.value))
        next = await pieces.next()
      },
      async cancel() {
        await pieces.return(undefined)
      },
    })
    return c.body(body, 200, { 'Content-Type': 'application/json; charset=UTF-8' })
  })

  mount(api, eraseOrganizationData, async ({ organizationId, body }) => {
    const organization = await db
      .selectFrom('organizations')
      .select('name')
      .where('id', '=', organizationId)
      .executeTakeFirst()
    if (!organization) throw unknown()
    if (body.organization_name.trim() !== organization.name.trim()) {
      throw new Refusal(409, "This is not the organization's name. Nothing was erased")
    }
    await erase(db, organizationId)
    return undefined
  })
}

const unknown = () => new Refusal(404, 'This organization is not set up yet')

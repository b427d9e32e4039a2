import { dismissFormerAdmin, listFormerAdmins } from '../../src/contract/former-admins.ts'
import { type Api, mount } from '../http/mount.ts'
import { dismiss, formerAdmins } from './former-admins.ts'

/** Mounts the endpoints with which admins review what former admins created. */
export function mountFormerAdmins(api: Api): void {
  const { db, clock } = api.deps

  mount(api, listFormerAdmins, async ({ organizationId }) => {
    const found = await formerAdmins(db, organizationId, clock())
    const names = await api.guard.namesOf(
      organizationId,
      found.map(({ user_id }) => user_id),
    )
    return found.map(({ user_id, since, keys, webhooks, has_feed }) => ({
      ...{ user_id, keys, webhooks, has_feed },
      name: names.get(user_id) ?? null,
      since: since.toISOString(),
    }))
  })

  mount(api, dismissFormerAdmin, ({ organizationId, params }) => dismiss(db, organizationId, params.userId))
}

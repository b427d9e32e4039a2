import { undoAutomaticLoss } from '../../src/contract/leads.ts'
import { changeLeads } from '../activity/leads-changed.ts'
import { type Api, mount } from '../http/mount.ts'
import { undoStaleLeads } from './stale-leads.ts'

/** Mounts the endpoint that reverts automatic status changes. */
export function mountAutomaticLosses(api: Api): void {
  const { deps } = api
  mount(api, undoAutomaticLoss, async ({ organizationId, userId, body }) => {
    const member = { organizationId, userId }
    const leads = await changeLeads(deps, organizationId, (tx) =>
      undoStaleLeads(tx, member, new Date(body.automatic_at), deps.clock()),
    )
    return { leads }
  })
}

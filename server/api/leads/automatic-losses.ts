import { undoAutomaticLoss } from '../../../src/contract/leads.ts'
import { undoStaleLeads } from '../../jobs/stale-leads.ts'
import { type Api, mount } from '../mount.ts'

/** Mounts the endpoint that reverts automatic status changes. */
export function mountAutomaticLosses(api: Api): void {
  const { db, clock } = api.deps
  mount(api, undoAutomaticLoss, async ({ organizationId, userId, body }) => {
    const member = { organizationId, userId }
    const leads = await undoStaleLeads(db, member, new Date(body.automatic_at), clock())
    return { leads }
  })
}

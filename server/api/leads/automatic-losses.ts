import { undoAutomaticLoss } from '../../../src/contract/leads.ts'
import { undoStaleLeads } from '../../jobs/stale-leads.ts'
import { type Api, mount } from '../mount.ts'

/** Reverts automatic status changes. */
export function mountAutomaticLosses(api: Api): void {
  const { db, clock } = api.deps
  mount(api, undoAutomaticLoss, async ({ organizationId, body }) => {
    const leads = await undoStaleLeads(db, organizationId, new Date(body.automatic_at), clock())
    return { leads }
  })
}

import { getLeadStats, LEAD_STATUSES } from '../../src/contract/leads.ts'
import { type Api, mount } from '../http/mount.ts'
import { isVisitors } from './tests.ts'

/**
 * Mounts the endpoint for the counts of an organization's leads by status and by source. The rate is a percentage; it
 * is 0 without leads.
 */
export function mountStats(api: Api): void {
  const { db } = api.deps
  mount(api, getLeadStats, async ({ organizationId }) => {
    const groups = await db
      .selectFrom('leads')
      .select(['status', 'source'])
      .select((lead) => lead.fn.countAll().as('count'))
      .where('organization_id', '=', organizationId)
      .where(isVisitors)
      .groupBy(['status', 'source'])
      .execute()
    const byStatus = new Map<string, number>(LEAD_STATUSES.map((status) => [status, 0]))
    const bySource = new Map<string, number>()
    let total = 0
    for (const { status, source, count } of groups) {
      byStatus.set(status, (byStatus.get(status) ?? 0) + Number(count))
      bySource.set(source, (bySource.get(source) ?? 0) + Number(count))
      total += Number(count)
    }
    const converted = byStatus.get('converted') ?? 0
    return {
      total,
      new: byStatus.get('new') ?? 0,
      converted,
      lost: byStatus.get('lost') ?? 0,
      conversion_rate: total === 0 ? 0 : (converted / total) * 100,
      by_status: Object.fromEntries(byStatus),
      by_source: Object.fromEntries(bySource),
    }
  })
}

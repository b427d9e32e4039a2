import { getOrganization, getSetupStatus } from '../../src/contract/organizations.ts'
import { notSetUp } from '../http/http-error.ts'
import { type Api, mount } from '../http/mount.ts'
import { offFeatures } from '../http/not-configured.ts'
import { formerAdmins } from './former-admins.ts'

const BUSINESS_STEP = 1
const AGENT_STEP = 2

/** Mounts the endpoints for the organization with its plan and setup status (section 3). */
export function mountOrganizations(api: Api): void {
  const { deps } = api
  const { db, clock, config } = deps
  const isFree = config.isFree ?? false

  mount(api, getOrganization, async ({ organizationId }) => {
    const row = await db
      .selectFrom('organizations')
      .select(['id', 'name', 'subscription_status', 'plan', 'trial_ends_at'])
      .where('id', '=', organizationId)
      .executeTakeFirst()
    if (!row) throw notSetUp()
    const trial_ends_at = row.trial_ends_at?.toISOString() ?? null
    return { ...row, trial_ends_at, is_free: isFree, off: offFeatures(deps) }
  })

  mount(api, getSetupStatus, async ({ organizationId }) => {
    const row = await db
      .selectFrom('organizations')
      .leftJoin('profiles', 'profiles.organization_id', 'organizations.id')
      .select(['subscription_status', 'profiles.fields'])
      .select((query) => [
        query
          .selectFrom('onboarding_steps')
          .whereRef('onboarding_steps.organization_id', '=', 'organizations.id')
          .select((steps) => steps.fn.agg<number[] | null>('array_agg', ['step']).as('steps'))
          .as('steps'),
        query
          .exists(
            query
              .selectFrom('integration_connections')
              .whereRef('integration_connections.organization_id', '=', 'organizations.id')
              .select('provider'),
          )
          .as('connected'),
      ])
      .where('organizations.id', '=', organizationId)
      .executeTakeFirst()
    if (!row) throw notSetUp()
    const former = await formerAdmins(db, organizationId, clock())
    const done = (step: number) => row.steps?.includes(step) ?? false
    return {
      organization: done(BUSINESS_STEP),
      agent: done(AGENT_STEP) || Boolean(row.fields?.agent_name?.trim()),
      crm: Boolean(row.connected),
      billing: isFree || row.subscription_status === 'active',
      former_admins: former.length,
      last_former_admin_at: former[0]?.since.toISOString() ?? null,
    }
  })
}

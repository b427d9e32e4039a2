import type { Kysely } from 'kysely'
import {
  completeAgentStep,
  completeBusinessStep,
  completeScheduleStep,
  getOnboardingProgress,
} from '../../src/contract/onboarding.ts'
import type { AddressDetails, Profile, ProfileUpdate } from '../../src/contract/profile.ts'
import { progressAfter } from '../../src/domain/onboarding/progress.ts'
import { describedServices } from '../../src/domain/onboarding/services.ts'
import type { Database } from '../db/schema.ts'
import { HttpError } from '../http/http-error.ts'
import { type Api, mount } from '../http/mount.ts'
import { zoneOfAddress } from '../places/time-zone.ts'
import { mergeProfile, organizationWithProfile, readProfile } from './stored-profile.ts'

/**
 * Mounts the endpoints for the three onboarding steps in order. A step can be repeated but not skipped (section 4).
 * The first step also saves what the owner doesn't need to type: the time zone of the address, and the address that
 * `accountEmail` returns, where alerts go anyway. The second one describes the chosen services. Fields that have a value
 * keep it.
 */
export function mountOnboarding(
  api: Api,
  accountEmail: (organizationId: string) => Promise<string | null>,
): void {
  const { db, clock } = api.deps

  async function complete(
    organizationId: string,
    step: number,
    updateOf: (stored: Profile) => ProfileUpdate,
  ) {
    return db.transaction().execute(async (transaction) => {
      const done = await completedSteps(transaction, organizationId)
      if (step > 1 && !done.includes(step - 1)) {
        throw new HttpError(409, `Please complete step ${step - 1} first`)
      }
      const now = clock()
      const update = updateOf(await readProfile(transaction, organizationId))
      await mergeProfile(transaction, organizationId, update, now)
      await transaction
        .insertInto('onboarding_steps')
        .values({ organization_id: organizationId, step, completed_at: now })
        .onConflict((conflict) => conflict.columns(['organization_id', 'step']).doNothing())
        .execute()
      return progressAfter(new Set([...done, step]).size)
    })
  }

  mount(api, getOnboardingProgress, async ({ organizationId }) =>
    progressAfter((await completedSteps(db, organizationId)).length),
  )

  mount(api, completeBusinessStep, async ({ organizationId, body }) => {
    const zone = await zoneUnlessChosen(db, organizationId, { address: body.address, now: clock() })
    const email = await accountEmail(organizationId)
    return complete(organizationId, 1, ({ service_area_type, escalation_email }) => ({
      business_name: body.business_name,
      address: body.address.full_address,
      address_details: body.address,
      ...zone,
      service_area_type: service_area_type?.trim() || 'radius',
      service_area_radius: body.service_area_radius,
      escalation_email: escalation_email?.trim() || email,
    }))
  })

  mount(api, completeAgentStep, ({ organizationId, body }) =>
    complete(organizationId, 2, ({ services_description }) => ({
      ...body,
      services_description: services_description?.trim() || describedServices(body.services_offered),
    })),
  )

  mount(api, completeScheduleStep, ({ organizationId }) => complete(organizationId, 3, () => ({})))
}

async function completedSteps(db: Kysely<Database>, organizationId: string): Promise<number[]> {
  const rows = await db
    .selectFrom('onboarding_steps')
    .select('step')
    .where('organization_id', '=', organizationId)
    .execute()
  return rows.map(({ step }) => step)
}

/**
 * Returns the time zone of the organization's new address, if it is known. If the organization has a time zone that
 * isn't the one of its previous address, someone has chosen it, and it stays.
 */
async function zoneUnlessChosen(
  db: Kysely<Database>,
  organizationId: string,
  { address, now }: { address: AddressDetails; now: Date },
): Promise<ProfileUpdate> {
  const { fields } = (await organizationWithProfile(db, organizationId).executeTakeFirst()) ?? {}
  const previous = fields?.address_details
  const isChosen = fields?.timezone && fields.timezone !== (previous && zoneOfAddress(previous, now))
  const timezone = isChosen ? null : zoneOfAddress(address, now)
  return timezone ? { timezone } : {}
}

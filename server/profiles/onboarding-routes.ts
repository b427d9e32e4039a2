import type { Kysely } from 'kysely'
import {
  completeAgentStep,
  completeBusinessStep,
  completeScheduleStep,
  getOnboardingProgress,
} from '../../src/contract/onboarding.ts'
import type { AddressDetails, ProfileUpdate } from '../../src/contract/profile.ts'
import { progressAfter } from '../../src/domain/onboarding/progress.ts'
import type { Database } from '../db/schema.ts'
import { HttpError } from '../http/http-error.ts'
import { type Api, mount } from '../http/mount.ts'
import { zoneOfAddress } from '../places/time-zone.ts'
import { mergeProfile, organizationWithProfile } from './stored-profile.ts'

/** Mounts the endpoints for the three onboarding steps in order. A step can be repeated but not skipped (section 4). */
export function mountOnboarding(api: Api): void {
  const { db, clock } = api.deps

  async function complete(organizationId: string, step: number, update: ProfileUpdate) {
    return db.transaction().execute(async (transaction) => {
      const done = await completedSteps(transaction, organizationId)
      if (step > 1 && !done.includes(step - 1)) {
        throw new HttpError(409, `Please complete step ${step - 1} first`)
      }
      const now = clock()
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

  mount(api, completeBusinessStep, async ({ organizationId, body }) =>
    complete(organizationId, 1, {
      business_name: body.business_name,
      address: body.address.full_address,
      address_details: body.address,
      ...(await zoneUnlessChosen(db, organizationId, { address: body.address, now: clock() })),
      service_area_type: 'radius',
      service_area_radius: body.service_area_radius,
    }),
  )

  mount(api, completeAgentStep, ({ organizationId, body }) => complete(organizationId, 2, body))

  mount(api, completeScheduleStep, ({ organizationId }) => complete(organizationId, 3, {}))
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

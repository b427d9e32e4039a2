import { getProfile, putProfile } from '../../src/contract/profile.ts'
import { type Api, mount } from './mount.ts'
import { mergeProfile, readProfile } from './stored-profile.ts'

/** The organization profile (section 3): read whole, changed in part. */
export function mountProfile(api: Api): void {
  const { db, clock } = api.deps
  mount(api, getProfile, ({ organizationId }) => readProfile(db, organizationId))
  mount(api, putProfile, ({ organizationId, body }) => mergeProfile(db, organizationId, body, clock()))
}

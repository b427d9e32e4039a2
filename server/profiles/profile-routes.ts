import {
  ENTERPRISE_FIELDS,
  getProfile,
  type Profile,
  type ProfileUpdate,
  putProfile,
} from '../../src/contract/profile.ts'
import { isKeyId } from '../base/ids.ts'
import { HttpError } from '../http/http-error.ts'
import { type Api, mount } from '../http/mount.ts'
import { mergeProfile, readProfile } from './stored-profile.ts'

/**
 * Mounts the endpoints for the organization profile (section 3): read all of it, update parts of it.
 * `whenEscalationSaved` runs after an update that contains the escalation email.
 */
export function mountProfile(
  api: Api,
  whenEscalationSaved: (organizationId: string, profile: Profile, now: Date) => Promise<void>,
): void {
  const { db, clock } = api.deps
  mount(api, getProfile, async ({ organizationId, userId }) => {
    const profile = await readProfile(db, organizationId)
    // Private notes are for people in the organization, not for other companies' programs.
    return isKeyId(userId) ? { ...profile, private_notes: undefined } : profile
  })
  mount(api, putProfile, async ({ organizationId, body }) => {
    rejectEnterpriseChanges(await readProfile(db, organizationId), body)
    const now = clock()
    const profile = await mergeProfile(db, organizationId, body, now)
    if (body.escalation_email !== undefined) {
      await whenEscalationSaved(organizationId, profile, now)
    }
    return profile
  })
}

/** Rejects changes of these fields, because no available plan includes them. */
function rejectEnterpriseChanges(stored: Profile, update: ProfileUpdate): void {
  const details = Object.entries(ENTERPRISE_FIELDS).flatMap(([path, label]) => {
    const field = path as keyof typeof ENTERPRISE_FIELDS
    const isChanged = update[field] !== undefined && update[field] !== stored[field]
    return isChanged ? [{ path, message: `${label} needs the Enterprise plan` }] : []
  })
  if (details[0]) throw new HttpError(403, details[0].message, { details })
}

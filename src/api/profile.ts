import { getProfile, type Profile, type ProfileUpdate, putProfile } from '../contract/profile.ts'
import { call, write } from './client.ts'

export function fetchProfile(organizationId: string, signal?: AbortSignal): Promise<Profile> {
  return call(getProfile, { organizationId, signal })
}

/**
 * Updates the given fields. Returns the fields known afterwards: the given ones, overridden by those in the response.
 */
export async function saveProfile(organizationId: string, body: ProfileUpdate): Promise<Partial<Profile>> {
  return { ...body, ...(await write(putProfile, { organizationId, body })) }
}

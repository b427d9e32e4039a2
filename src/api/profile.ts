import { getProfile, type Profile, type ProfileUpdate, putProfile } from '../contract/profile.ts'
import { call, write } from './client.ts'

/** The organization profile, every field. */
export function fetchProfile(organizationId: string, signal?: AbortSignal): Promise<Profile> {
  return call(getProfile, { organizationId, signal })
}

/** Changes the fields that are given. Returns what is known of the profile since: these, and what the server says. */
export async function saveProfile(organizationId: string, body: ProfileUpdate): Promise<Partial<Profile>> {
  return { ...body, ...(await write(putProfile, { organizationId, body })) }
}

import { getProfile, type Profile, type ProfileUpdate, putProfile } from '../contract/profile.ts'
import { call } from './client.ts'

/** The organization profile, every field. */
export function fetchProfile(organizationId: string, signal?: AbortSignal): Promise<Profile> {
  return call(getProfile, { organizationId, signal })
}

/** Changes the fields that are given and answers with the whole profile. */
export function saveProfile(organizationId: string, body: ProfileUpdate): Promise<Profile> {
  return call(putProfile, { organizationId, body })
}

import { dismissFormerAdmin, type FormerAdmin, listFormerAdmins } from '../contract/former-admins.ts'
import { call, write } from './client.ts'

/** Returns the former admins whose keys, webhooks, or calendar feed await a review, newest first. */
export function fetchFormerAdmins(organizationId: string, signal?: AbortSignal): Promise<FormerAdmin[]> {
  return call(listFormerAdmins, { organizationId, signal })
}

/** Marks what a former admin created as reviewed, for all admins. */
export async function removeFormerAdmin(organizationId: string, userId: string): Promise<void> {
  await write(dismissFormerAdmin, { organizationId, params: { userId } })
}

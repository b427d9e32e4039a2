import { deleteDrafts, resetDrafts } from '../../src/stores/base/drafts.ts'

/** Removes the users' drafts from the device and from memory, which other tests of the same process share. */
export async function forgetDrafts(...userIds: string[]): Promise<void> {
  await Promise.all(['user_owner', ...userIds].map((userId) => deleteDrafts(userId)))
  resetDrafts()
}

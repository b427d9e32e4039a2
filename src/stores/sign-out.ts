import { unsentText } from '../domain/outbox.ts'
import { signOut } from '../platform/session.ts'
import { clearOutbox, countWaiting } from './outbox.ts'

/**
 * Signs out, which discards the changes that wait on this device: `confirm` is asked first when there are any.
 * False when the user would rather stay. A session that expires does not come this way and discards nothing.
 */
export async function signOutWarned(
  confirm: (warning: string) => boolean | Promise<boolean>,
): Promise<boolean> {
  const waiting = await countWaiting()
  if (waiting > 0) {
    if (!(await confirm(unsentText(waiting)))) return false
    await clearOutbox()
  }
  await signOut()
  return true
}

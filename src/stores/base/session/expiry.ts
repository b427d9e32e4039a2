import { onSessionExpired } from '../../../api/client.ts'
import { currentUrl } from '../../../platform/page/navigation.ts'
import { isSigningOut, signOut } from '../../../platform/session/session.ts'
import { signUpAddress } from './session.ts'

let isWatching = false

/**
 * Watches for a session that the API no longer accepts. Then signs out and redirects to the sign-up screen, from which
 * signing in leads back here.
 */
export function watchSessionExpiry(): void {
  if (isWatching) return
  isWatching = true
  onSessionExpired(() => {
    if (isSigningOut()) return
    // If signing out fails too, the page shows the error with Retry.
    signOut({ target: signUpAddress(currentUrl()) }).catch(() => undefined)
  })
}

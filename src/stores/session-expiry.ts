import { onSessionExpired } from '../api/client.ts'
import { currentUrl } from '../platform/navigation.ts'
import { isSigningOut, signOut } from '../platform/session.ts'
import { signUpAddress } from './session.ts'

let isWatching = false

/** From now on, a session that the API no longer accepts ends on the sign-up screen, which leads back here. */
export function watchSessionExpiry(): void {
  if (isWatching) return
  isWatching = true
  onSessionExpired(() => {
    if (isSigningOut()) return
    // Where signing out fails too, the refusal stands on the page with its Retry.
    signOut(signUpAddress(currentUrl())).catch(() => undefined)
  })
}

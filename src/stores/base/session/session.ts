import { atom, computed } from 'nanostores'
import { currentUrl, navigate, safeRedirect } from '../../../platform/page/navigation.ts'
import { reportLate } from '../../../platform/session/components.ts'
import { SETUP_REQUIRED_KEY } from '../../../platform/session/early/setup-required.ts'
import { guardReturn } from '../../../platform/session/guard-return.ts'
import { isNamed } from '../../../platform/session/hint.ts'
import { responseCache } from '../../../platform/session/response-cache.ts'
import { $session, $sessionConfirmed, getToken, isSigningOut } from '../../../platform/session/session.ts'
import { readItem, removeItem, writeItem } from '../../../platform/storage/storage.ts'

export { returnAfterReload } from '../../../platform/page/page-reload.ts'
export {
  mountSessionComponent,
  preloadSessionComponents,
  reportLate,
  type SessionComponent,
} from '../../../platform/session/components.ts'
export { $mayCreateOrganization } from '../../../platform/session/create.ts'
export { isMemberOf } from '../../../platform/session/enter.ts'
export { isNamed } from '../../../platform/session/hint.ts'
export { $isAdmin, $session, loadSession, type Session } from '../../../platform/session/session.ts'

/** The selected organization; null if there is none. */
export const $organization = computed($session, ({ organization }) => organization)

/** The signed-in user; null if there is none. */
export const $user = computed($session, ({ user }) => user)

/**
 * Resolves with the email address of a signed-in user; empty if there is none, or if someone else is signed in by now.
 * If only the session's token is known, waits up to 10 s for Clerk, and throws if it does not load.
 */
export async function accountEmail(userId: string): Promise<string> {
  if (!isNamed($session.get())) await getToken()
  const user = $user.get()
  return user?.id === userId ? user.email : ''
}

/** Whether the identity provider has been unreachable long enough to report it. */
export const $sessionUnreachable = atom(false)

/** Whether the organizations feature of the identity provider is off, so that there is nothing to show. */
export const $needsSetup = computed(
  $session,
  ({ status, organizationsEnabled }) => status === 'signed-in' && !organizationsEnabled,
)

const SIGN_UP = '/sign-up'
const RETURNING_KEY = 'fieldhand.returning'

/** Returns whether someone has signed in on this device before. */
export const isReturning = (): boolean => readItem(RETURNING_KEY) !== null

/** Returns the redirect target of a signed-out user, the sign-up screen, from which signing in leads back to `url`. */
export function signUpAddress(url: URL): string {
  return `${SIGN_UP}#/?redirect_url=${encodeURIComponent(url.pathname + url.search + url.hash)}`
}

/** Returns the redirect target of a signed-in user on the sign-up screen at `url`. */
export function afterSignIn(url: URL): string {
  const [, hashQuery = ''] = url.hash.split('?', 2)
  const target = new URLSearchParams(hashQuery).get('redirect_url') ?? url.searchParams.get('redirect_url')
  return safeRedirect(target, url.origin)
}

/**
 * Keeps signed-out users on the sign-up screen and signed-in users away from it as long as the console is open.
 * Prevents Back from showing pages of an earlier session (section 2, route table).
 */
export function guardSession(): void {
  guardReturn()
  const timer = reportLate(() => $sessionUnreachable.set(true))
  let before = $session.get().status
  $session.subscribe(({ status, organization, organizationsEnabled }) => {
    if (status === 'loading') return
    clearTimeout(timer)
    $sessionUnreachable.set(false)
    if (status === 'signed-in' && before !== 'signed-in') writeItem(RETURNING_KEY, '1')
    const url = currentUrl()
    const onSignUp = url.pathname === SIGN_UP
    // Also applies to a session that ended in another tab, or while the console was closed.
    if (status === 'signed-in' && $sessionConfirmed.get()) noteSetup(!organizationsEnabled)
    if (!organization) responseCache.clear().catch(() => undefined)
    if (status === 'signed-out' && !onSignUp && !isSigningOut()) location.replace(signUpAddress(url))
    // Clerk's form redirects on its own. This redirects only users who are already signed in when they arrive.
    if (status === 'signed-in' && onSignUp && before === 'loading') void navigate(afterSignIn(url))
    before = status
  })
}

/** Notes for the next page whether to wait for the setup. */
function noteSetup(isRequired: boolean): void {
  if (isRequired) writeItem(SETUP_REQUIRED_KEY, '1')
  else removeItem(SETUP_REQUIRED_KEY)
}

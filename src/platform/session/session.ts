import {
  $authStore,
  $clerkStore,
  $isLoadedStore,
  $organizationStore,
  $userStore,
  getToken as clerkToken,
} from '@clerk/astro/client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { ORGANIZATION_PARAM } from '../../contract/links.ts'
import { currentUrl } from '../page/navigation.ts'
import { discardEarly, earlyToken, keepEarlyOf, type Owner, takeEarly } from './early/take.ts'
import { $sessionHint, type Session } from './hint.ts'
import { responseCache } from './response-cache.ts'

export type { Session } from './hint.ts'

/** The parts of Clerk's user and organization that the console reads. */
export interface SessionSource {
  user: {
    id: string
    fullName: string | null
    primaryEmailAddress: { emailAddress: string } | null
  } | null
  organization: { id: string; name: string } | null
  organizationsEnabled: boolean
}

const LOADING: Session = { status: 'loading', user: null, organization: null, organizationsEnabled: true }

/** Converts Clerk's user and organization to a session. Without the organizations feature, it has no organization. */
export function toSession({ user, organization, organizationsEnabled }: SessionSource): Session {
  if (!user) return { status: 'signed-out', user: null, organization: null, organizationsEnabled }
  const email = user.primaryEmailAddress?.emailAddress ?? ''
  return {
    status: 'signed-in',
    user: { id: user.id, email, name: user.fullName || email },
    organization:
      organizationsEnabled && organization ? { id: organization.id, name: organization.name } : null,
    organizationsEnabled,
  }
}

/**
 * The organization in the URL when the console loads, until `enterOrganization` has selected it. Until then, no other
 * organization is shown.
 */
export const $awaitedOrganization = atom(currentUrl().searchParams.get(ORGANIZATION_PARAM))

let confirmed: Session | null = null

const ownerOf = ({ user, organization }: Session): Owner => ({
  userId: user?.id,
  organizationId: organization?.id,
})

/**
 * Returns whether Clerk started without reaching its server. It then recognizes only users with a valid token; anyone
 * else appears signed out.
 */
const isCutOff = (clerk: { status?: string } | null, user: unknown) => !user && clerk?.status === 'degraded'

/** Whether Clerk has confirmed who is signed in. */
export const $sessionConfirmed: ReadableAtom<boolean> = computed(
  [$isLoadedStore, $userStore, $clerkStore],
  (loaded, user, clerk) => loaded && user !== undefined && !isCutOff(clerk, user),
)

/**
 * The session: the last one that Clerk confirmed, or until then the one that this device remembers. While Clerk
 * switches between two sessions, this remains the first one until the second is available. Clerk also notifies after
 * each new token, so equal sessions are the same object.
 */
export const $session: ReadableAtom<Session> = computed(
  [$isLoadedStore, $userStore, $organizationStore, $clerkStore, $sessionHint, $awaitedOrganization],
  (loaded, user, organization, clerk, hint, awaited) => {
    const isAwaited = (id: string | undefined) => awaited === null || id === awaited
    const known = confirmed ?? hint
    const shown = known && isAwaited(known.organization?.id) ? known : LOADING
    if (!loaded || user === undefined || isCutOff(clerk, user)) return shown
    if (user && !isAwaited(organization?.id)) return LOADING
    const organizationsEnabled = organizationsFeature(clerk)
    const next = toSession({ user, organization: organization ?? null, organizationsEnabled })
    confirmed = JSON.stringify(next) === JSON.stringify(shown) ? shown : next
    keepEarlyOf(ownerOf(confirmed))
    return confirmed
  },
)

/**
 * Whether the user is an admin of the selected organization. Also true while the role is unknown: the server rejects
 * requests from other members.
 */
export const $isAdmin: ReadableAtom<boolean> = computed(
  $authStore,
  ({ orgRole }) => !orgRole || orgRole === 'org:admin',
)

/** Like `$session`, but confirmed by Clerk. Use it before passing the user's identity to other services. */
export const $confirmedSession: ReadableAtom<Session> = computed(
  [$session, $sessionConfirmed],
  (session, isConfirmed) => (isConfirmed ? session : LOADING),
)

/**
 * Reads Clerk's environment, which its types keep private. If Clerk no longer provides it, assumes that organizations
 * are enabled.
 */
function organizationsFeature(clerk: unknown): boolean {
  const { __internal_environment: environment } = (clerk ?? {}) as {
    __internal_environment?: { organizationSettings?: { enabled?: boolean } }
  }
  return environment?.organizationSettings?.enabled ?? true
}

/** Loads Clerk if the page has not loaded it yet. */
export function loadSession(): void {
  globalThis.window?.loadSession?.()
}

/**
 * Returns the session's token for the API, from Clerk's cache unless `fresh`. Returns null when signed out. Waits up to
 * 10 s for Clerk. Throws if Clerk does not load, the browser is offline, or Clerk cannot reach its server. With
 * `reading`, returns the page script's token, if any, until Clerk has loaded.
 */
export async function getToken({ fresh = false, reading = false } = {}): Promise<string | null> {
  const early = reading && !fresh && !$sessionConfirmed.get() ? await earlyToken(currentOwner) : null
  if (early) return early
  loadSession()
  const token = await clerkToken({ skipCache: fresh })
  if (!token && isCutOff($clerkStore.get(), $userStore.get()))
    throw new Error('Clerk cannot reach its server')
  return token
}

const currentOwner = () => ownerOf($session.get())

/**
 * Returns the response to a GET request for `url` that the page's script started in the current session, whatever its
 * status. Returns null if there is no such request.
 *
 * @throws if the request fails without a response.
 */
export const earlyResponse = (url: string): Promise<Response | null> => takeEarly(url, currentOwner)

let leaving = false

/** Returns true from the moment that the user requests to sign out. */
export const isSigningOut = (): boolean => leaving

const signOutHandlers = new Set<() => void>()

/** Calls `leave` after the user has signed out, before navigation. Returns the unsubscribe function. */
export function onSignOut(leave: () => void): () => void {
  signOutHandlers.add(leave)
  return () => signOutHandlers.delete(leave)
}

interface Leaving {
  /** The URL to open after signing out. */
  target?: string
  /** Removes additional data from this device. Called only after the session has ended. */
  forget?: () => Promise<void>
}

/**
 * Ends the session, deletes the responses cached on this device, and loads the sign-up screen, so that none of the
 * user's data stays in memory. Waits up to 10 s for Clerk.
 * @throws if the session could not be ended. In that case, nothing has changed.
 */
export async function signOut({ target = '/sign-up', forget }: Leaving = {}): Promise<void> {
  leaving = true
  discardEarly()
  let hasLeft = false
  const leave = async () => {
    hasLeft = true
    await Promise.allSettled([responseCache.clear(), forget?.()])
    for (const handle of signOutHandlers) handle()
    location.replace(target)
  }
  try {
    // Waits for Clerk. A missing token is no reason to stay signed in.
    await getToken().catch(() => undefined)
    const clerk = $clerkStore.get()
    if (!$isLoadedStore.get() || !clerk) throw new Error('Clerk has not loaded')
    await clerk.signOut(async () => {
      // Clerk also calls this when offline, without having ended its sessions.
      if (clerk.client?.signedInSessions.length) throw new Error('The session could not be ended')
      await leave()
    })
    if (!hasLeft) await leave()
  } catch (error) {
    if (!hasLeft) leaving = false
    throw error
  }
}

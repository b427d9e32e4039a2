import type { WritableAtom } from 'nanostores'
import { $session, type Session } from '../../src/platform/session/session.ts'

const SIGNED_OUT: Session = {
  status: 'signed-out',
  user: null,
  organization: null,
  organizationsEnabled: true,
}

/** Sets the console's session like a response of the identity provider. */
export function setSession(session: Partial<Session>): void {
  // The store is computed from Clerk's stores: once read, it retains a set value until those change.
  $session.get()
  ;($session as WritableAtom<Session>).set({ ...SIGNED_OUT, ...session })
}

/** Signs the demo owner in to an organization, or to none. */
export function signInTo(organizationId: string | null, userId = 'user_owner'): void {
  setSession({
    status: 'signed-in',
    user: { id: userId, email: 'owner@fieldhand.test', name: 'Owner' },
    organization: organizationId === null ? null : { id: organizationId, name: organizationId },
  })
}

/** Signs everyone out. */
export function signOutNow(): void {
  setSession({})
}

import { atom, type ReadableAtom } from 'nanostores'

/** Who is signed in, and for which organization. Section 6. */
export interface Session {
  status: 'loading' | 'signed-out' | 'signed-in'
  user: { id: string; email: string; name: string } | null
  organization: { id: string; name: string } | null
  /** False if the identity provider's organizations feature is off. */
  organizationsEnabled: boolean
}

const $hint = atom<Session | null>(null)

/** The last session on this device; `$session` shows it until Clerk has loaded. Null without one. */
export const $sessionHint: ReadableAtom<Session | null> = $hint

/** Sets the session to show while Clerk loads. */
export function hintSession(session: Session): void {
  $hint.set(session)
}

/**
 * Identifies the sign-in of this browser by its cookies, without a request: the value changes on each sign-in and
 * sign-out. Null if nobody is signed in, or cookies are denied.
 */
export function sessionStamp(cookies = globalThis.document?.cookie ?? ''): string | null {
  const stamps = cookies
    .split('; ')
    .filter((pair) => pair.startsWith('__client_uat'))
    .toSorted()
  return stamps.some((pair) => Number(pair.split('=')[1])) ? stamps.join(';') : null
}

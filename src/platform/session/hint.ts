import { atom, type ReadableAtom } from 'nanostores'
import { presumedOwner } from './early/take.ts'

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
 * Without a session to show, shows the one whose token the page's script has, as soon as it has it. Clerk, which knows
 * the names of its user and organization, replaces it.
 */
export async function presumeSession(): Promise<void> {
  const owner = await presumedOwner()
  if (!owner || $hint.get()) return
  hintSession({
    status: 'signed-in',
    user: { id: owner.userId, email: '', name: '' },
    organization: { id: owner.organizationId, name: '' },
    organizationsEnabled: true,
  })
}

/** Whether the names of a session's user and organization are known. */
export const isNamed = ({ organization }: Session): boolean => organization?.name !== ''

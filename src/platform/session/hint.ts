import { atom, type ReadableAtom } from 'nanostores'
import { presumedOwner } from './early/take.ts'

/** The signed-in user and the selected organization (section 6). */
export interface Session {
  status: 'loading' | 'signed-out' | 'signed-in'
  user: { id: string; email: string; name: string } | null
  organization: { id: string; name: string } | null
  /** False if the organizations feature of the identity provider is off. */
  organizationsEnabled: boolean
}

const $hint = atom<Session | null>(null)

/** The last session on this device, or null if there is none. `$session` shows it until Clerk has loaded. */
export const $sessionHint: ReadableAtom<Session | null> = $hint

/** Sets the session to show while Clerk loads. */
export function hintSession(session: Session): void {
  $hint.set(session)
}

/**
 * If there is no session to show, shows the session of the page script's token when the token arrives. Clerk replaces
 * it later with a session that includes the names of the user and organization.
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

/** Returns whether the names of a session's user and organization are known. */
export const isNamed = ({ organization }: Session): boolean => organization?.name !== ''

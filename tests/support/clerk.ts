import { $clerkStore, $isLoadedStore } from '@clerk/astro/client'
import type { WritableAtom } from 'nanostores'
import { vi } from 'vitest'

/** The outcome of Clerk's sign-out. */
export type SignOutEnd = 'ended' | 'failed' | 'still signed in' | 'pending'

/** Puts a loaded Clerk into the console's stores. Returns its sign-out, a spy, and a switch for the outcome. */
export function loadClerk() {
  let end: SignOutEnd = 'ended'
  const client = { signedInSessions: [{}] }
  const signOut = vi.fn(async (leave: () => Promise<void>) => {
    if (end === 'pending') return new Promise<never>(() => {})
    if (end === 'failed') throw new Error('The sign-in service did not respond')
    if (end === 'ended') client.signedInSessions = []
    await leave()
  })
  setClerk({ client, signOut })
  return {
    signOut,
    turn: (next: SignOutEnd) => {
      end = next
    },
  }
}

/** Removes Clerk. */
export const unloadClerk = (): void => setClerk(null)

function setClerk(clerk: unknown): void {
  // Like `$session`, these stores are computed: once read, they retain a set value.
  $isLoadedStore.get()
  $clerkStore.get()
  ;($isLoadedStore as WritableAtom<boolean>).set(clerk !== null)
  ;($clerkStore as unknown as WritableAtom<unknown>).set(clerk)
}

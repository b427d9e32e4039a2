/** The unsent input that signing out discards. */
export interface Unsent {
  /** Number of unsent changes to leads. */
  changes: number
  /** Whether the settings have unsaved changes. */
  hasDraft: boolean
}

/** Returns the question before signing out; null if nothing would be lost. */
export function signOutWarning({ changes, hasDraft }: Unsent): string | null {
  const parts: string[] = []
  if (changes === 1) parts.push('1 change has not been sent')
  if (changes > 1) parts.push(`${changes} changes have not been sent`)
  if (hasDraft) parts.push(`${changes > 0 ? 'y' : 'Y'}our settings have unsaved changes`)
  if (parts.length === 0) return null
  return `${parts.join(', and ')}. Signing out discards ${changes === 1 && !hasDraft ? 'it' : 'them'}.`
}

/** Returns the message for a failed sign-out. */
export function signOutFailure(isOffline: boolean): string {
  return isOffline
    ? 'You are offline and still logged in. Nothing was discarded. Log out again when you are back online.'
    : 'You are still logged in, because the sign-in service did not respond. Please try again.'
}

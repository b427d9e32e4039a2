/** The unsent input that signing out discards. */
export interface Unsent {
  /** The number of unsent changes to leads, replies, and notes. */
  changes: number
  /** The number of unfinished replies and notes. */
  drafts: number
  /** The number of unfinished notes and tasks for leads. */
  notes: number
  /** The number of unfinished new leads. */
  leads: number
  /** Whether the settings have unsaved changes. */
  hasDraft: boolean
}

/** Returns the warning to confirm before signing out, or null if nothing would be lost. */
export function signOutWarning({ changes, drafts, notes, leads, hasDraft }: Unsent): string | null {
  const parts: string[] = []
  if (changes === 1) parts.push('1 change has not been sent')
  if (changes > 1) parts.push(`${changes} changes have not been sent`)
  if (drafts === 1) parts.push('1 message is unfinished')
  if (drafts > 1) parts.push(`${drafts} messages are unfinished`)
  if (notes === 1) parts.push('1 note or task is unfinished')
  if (notes > 1) parts.push(`${notes} notes or tasks are unfinished`)
  if (leads === 1) parts.push('1 new lead is not saved')
  if (leads > 1) parts.push(`${leads} new leads are not saved`)
  if (hasDraft) parts.push(`${parts.length > 0 ? 'y' : 'Y'}our settings have unsaved changes`)
  const last = parts.at(-1)
  if (last === undefined) return null
  const text = parts.length > 1 ? `${parts.slice(0, -1).join(', ')}, and ${last}` : last
  const isOne = !hasDraft && changes + drafts + notes + leads === 1
  return `${text}. Signing out discards ${isOne ? 'it' : 'them'}.`
}

/** Returns the message for a failed sign-out. */
export function signOutFailure(isOffline: boolean): string {
  return isOffline
    ? 'You are offline and still logged in. Nothing was discarded. Log out again when you are back online.'
    : 'You are still logged in, because the sign-in service did not respond. Please reload the page and try again.'
}

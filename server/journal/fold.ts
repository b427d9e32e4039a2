import type { Entry, Kind } from './entries.ts'

/** The kinds that reverse another kind about the same subject. */
const REVERSES: Partial<Record<Kind, Kind>> = {
  person_added: 'person_removed',
  membership_begun: 'membership_ended',
  admin_appointed: 'admin_removed',
  mail_opt_out_ended: 'mail_opt_out',
  text_opt_out_ended: 'text_opt_out',
  text_consent_given: 'text_consent_ended',
}

/**
 * Returns the last entry about each subject, by kind, whatever the order of the entries and however often they occur:
 * an entry that a later one reverses is left out.
 */
export function lastEntries(entries: readonly Entry[]): ReadonlyMap<Kind, readonly Entry[]> {
  const last = new Map<string, Entry>()
  for (const entry of entries) {
    const key = JSON.stringify([REVERSES[entry.kind] ?? entry.kind, entry.organization, entry.subject])
    const known = last.get(key)
    if (!known || known.at <= entry.at) last.set(key, entry)
  }
  return Map.groupBy(last.values(), ({ kind }) => kind)
}

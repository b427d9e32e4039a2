import type { Lead, LeadFields, LeadUpdate } from '../../contract/leads.ts'
import { present } from '../common/present.ts'
import { type ChangesOf, changedIn, findConflicts, rebase, type Same } from '../common/three-way.ts'

/** The fields that a merge compares. */
type Written = Pick<Lead, keyof LeadFields>

/** Treats blank text as null and ignores surrounding spaces. */
export const sameText: Same<Partial<Record<string, unknown>>> = (_field, a, b) =>
  nullIfBlank(a) === nullIfBlank(b)

const nullIfBlank = (value: unknown) => (typeof value === 'string' ? value.trim() : '') || null

/** Returns the values that the updated fields had when the lead was read. */
export function baseOf(lead: Partial<Lead>, fields: LeadUpdate): LeadFields {
  const names = Object.keys(fields).filter((name) => name in lead && name !== 'updated_at')
  return Object.fromEntries(names.map((name) => [name, lead[name as keyof Lead]]))
}

/** Returns whether an update is about a call that someone else has moved since the lead was read. */
export function hasMovedCall(fields: LeadUpdate, base: Partial<Lead> = {}, current: Lead): boolean {
  const { booking_start_time: start = null } = fields
  return start !== null && current.booking_start_time !== base.booking_start_time
}

export function joinNotes(notes: string | null, added: string): string {
  return [present(notes), present(added)].filter((part) => part !== null).join('\n')
}

/** Returns an update that adds a note. `notes` is for APIs that do not support `add_note`. */
export function withNote(lead: Pick<Lead, 'notes'>, note: string): LeadUpdate {
  return { notes: joinNotes(lead.notes, note), add_note: note }
}

/**
 * Returns what remains of an update that the server rejected because the lead has changed in the meantime. Returns null
 * if someone else changed the same fields. The result has no fields if the lead already has the new values.
 */
export function mergedUpdate(
  fields: LeadUpdate,
  base: LeadFields | undefined,
  current: Lead,
): LeadUpdate | null {
  const { updated_at: _, add_note, notes, ...rest } = fields
  const typed = add_note === undefined ? { ...rest, notes } : rest
  const given = Object.entries(typed).filter(([, mine]) => mine !== undefined)
  const changes = Object.fromEntries(
    given.map(([name, mine]) => [name, { base: base?.[name as keyof LeadFields], mine }]),
  ) as ChangesOf<Written>
  const left = rebase<Written>(changes, current, sameText as Same<Written>)
  if (findConflicts<Written>(left, current, sameText as Same<Written>).length > 0) return null
  const mine = changedIn(left).map((field) => [field, left[field]?.mine])
  return {
    ...Object.fromEntries(mine),
    ...(add_note !== undefined && withNote(current, add_note)),
    updated_at: current.updated_at,
  }
}

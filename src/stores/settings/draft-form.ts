import * as v from 'valibot'
import { AddressDetails, BusinessDay, Profile } from '../../contract/profile.ts'
import { changedIn } from '../../domain/common/three-way.ts'
import type { Changes, SettingsField } from '../../domain/settings/settings.ts'

/** The version of the stored format; drafts of another version are ignored. */
const VERSION = 1

/** The maximum number of characters in a stored draft, about half of a site's localStorage quota. */
const MOST = 2_000_000

const text = v.nullable(v.string())
const BY_TYPE: Record<string, v.GenericSchema> = {
  string: text,
  number: v.nullable(v.number()),
  boolean: v.boolean(),
  object: v.nullable(AddressDetails),
  picklist: v.union([v.string(), v.number()]),
  record: v.nullable(v.record(v.string(), v.string())),
}
const Faqs = v.array(v.object({ key: v.string(), question: v.string(), answer: v.string() }))
const Questions = v.array(v.object({ key: v.string(), question_text: v.string() }))

/** Returns the type of a field without the contract's limits, which unsaved input can exceed. */
function shapeOf(field: string): v.GenericSchema | null {
  if (field === 'faqs') return Faqs
  if (field === 'questions') return Questions
  if (!Object.hasOwn(Profile.entries, field)) return null
  const entry = unwrapped(Profile.entries[field as keyof Profile])
  if (field === 'call_hours') return v.nullable(v.array(BusinessDay))
  if (entry.type === 'array') {
    const { item } = entry as unknown as { item: v.GenericSchema }
    return v.array(item.type === 'object' ? item : v.string())
  }
  return BY_TYPE[entry.type] ?? null
}

/** Returns the schema inside `nullable` and `optional`. */
function unwrapped(schema: v.GenericSchema): v.GenericSchema {
  return schema.type === 'nullable' || schema.type === 'optional'
    ? unwrapped((schema as unknown as { wrapped: v.GenericSchema }).wrapped)
    : schema
}

const Envelope = v.object({
  version: v.literal(VERSION),
  keptAt: v.pipe(v.string(), v.isoTimestamp()),
  changes: v.record(v.string(), v.unknown()),
})

export interface StoredDraft {
  /** The time of the last edit, ISO 8601 in UTC. */
  keptAt: string
  changes: Changes
}

/** Serializes a draft; returns null if it is too large to store. */
export function writeDraft({ keptAt, changes }: StoredDraft): string | null {
  const written = JSON.stringify({ version: VERSION, keptAt, changes })
  return written.length <= MOST ? written : null
}

/** Parses a stored draft and drops the fields that this version cannot read; returns null if no fields remain. */
export function readDraft(written: string | null): StoredDraft | null {
  try {
    const envelope = v.safeParse(Envelope, JSON.parse(written ?? 'null'))
    if (!envelope.success) return null
    const changes = Object.entries(envelope.output.changes).flatMap(([field, change]) => {
      const value = shapeOf(field)
      if (!value) return []
      const { success, output } = v.safeParse(v.object({ base: value, mine: value }), change)
      return success ? [[field, output] as const] : []
    })
    const read = Object.fromEntries(changes) as Partial<Record<SettingsField, unknown>> as Changes
    return changedIn(read).length > 0 ? { keptAt: envelope.output.keptAt, changes: read } : null
  } catch {
    return null
  }
}

import * as v from 'valibot'
import { AddressDetails, BusinessDay, Profile } from '../../contract/profile.ts'
import { type Changes, changedFields, type SettingsField } from '../../domain/settings/settings.ts'

/** The form that drafts are kept in; one of another version is left alone. */
const VERSION = 1

/** The most characters of a draft that are kept, about half of what a browser grants a site. */
const MOST = 2_000_000

const text = v.nullable(v.string())
const BY_TYPE: Record<string, v.GenericSchema> = {
  string: text,
  number: v.nullable(v.number()),
  boolean: v.boolean(),
  object: v.nullable(AddressDetails),
}
const Faqs = v.array(v.object({ key: v.string(), question: v.string(), answer: v.string() }))
const Questions = v.array(v.object({ key: v.string(), question_text: v.string() }))

/** The type of a field's value without the contract's bounds: what was typed may still exceed them. */
function shapeOf(field: string): v.GenericSchema | null {
  if (field === 'faqs') return Faqs
  if (field === 'questions') return Questions
  if (!Object.hasOwn(Profile.entries, field)) return null
  const entry = unwrapped(Profile.entries[field as keyof Profile])
  if (entry.type === 'array') {
    return (entry as unknown as { item: v.GenericSchema }).item.type === 'object'
      ? v.array(BusinessDay)
      : v.array(v.string())
  }
  return BY_TYPE[entry.type] ?? null
}

/** The schema inside those that only let a value be null or missing. */
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

/** A draft as it is kept on the device. */
export interface KeptDraft {
  /** When it was last added to: ISO 8601, UTC. */
  keptAt: string
  changes: Changes
}

/** The draft as text; null when it is too large to be kept. */
export function writeDraft({ keptAt, changes }: KeptDraft): string | null {
  const written = JSON.stringify({ version: VERSION, keptAt, changes })
  return written.length <= MOST ? written : null
}

/** The draft that a text holds, without what this version cannot read; null when nothing of it can be. */
export function readDraft(written: string | null): KeptDraft | null {
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
    return changedFields(read).length > 0 ? { keptAt: envelope.output.keptAt, changes: read } : null
  } catch {
    return null
  }
}

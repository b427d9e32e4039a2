import * as v from 'valibot'
import { AddressDetails, BusinessDay, Profile } from '../../contract/profile.ts'
import type { Changes } from '../../domain/settings/settings.ts'

const text = v.nullable(v.string())
const BY_TYPE: Record<string, v.GenericSchema> = {
  string: text,
  number: v.nullable(v.number()),
  boolean: v.nullable(v.boolean()),
  object: v.nullable(AddressDetails),
  picklist: v.nullable(v.union([v.string(), v.number()])),
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
    const list = v.array(item.type === 'object' ? item : v.string())
    return field === 'blocked_numbers' ? v.nullable(list) : list
  }
  return BY_TYPE[entry.type] ?? null
}

/** Returns the schema inside `nullable` and `optional`. */
function unwrapped(schema: v.GenericSchema): v.GenericSchema {
  return schema.type === 'nullable' || schema.type === 'optional'
    ? unwrapped((schema as unknown as { wrapped: v.GenericSchema }).wrapped)
    : schema
}

/** Returns the stored changes without the fields that this version cannot read. */
export function readChanges(stored: unknown): Changes {
  const changes = Object.entries(Object(stored)).flatMap(([field, change]) => {
    const value = shapeOf(field)
    if (!value) return []
    const { success, output } = v.safeParse(v.object({ base: value, mine: value }), change)
    return success ? [[field, output] as const] : []
  })
  return Object.fromEntries(changes)
}

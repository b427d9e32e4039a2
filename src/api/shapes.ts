import type { GenericSchema } from 'valibot'

/** A list in a response: the response itself, or the list in its field `name`. */
export interface FoundList {
  item: GenericSchema
  values: readonly unknown[]
  name: string | null
}

/** Returns the response itself if it is a list, or the longest list in an object; null if there is none. */
export function listIn(schema: GenericSchema, written: unknown): FoundList | null {
  const item = itemSchema(schema)
  if (Array.isArray(written)) return item && { item, values: written, name: null }
  const { entries = {} } = schema as { entries?: Record<string, GenericSchema> }
  const lists = Object.entries(entries).flatMap(([name, entry]) => {
    const values = (written as Record<string, unknown> | null)?.[name]
    const each = itemSchema(entry)
    return each && Array.isArray(values) ? [{ item: each, values, name }] : []
  })
  return lists.toSorted((a, b) => b.values.length - a.values.length)[0] ?? null
}

/**
 * Returns the option of a union that fits: the list if the value is a list, otherwise the other option. Returns any
 * other schema unchanged.
 */
export function fittingOption(schema: GenericSchema, written: unknown): GenericSchema {
  const { options } = schema as { options?: readonly GenericSchema[] }
  const isFitting = ({ type }: GenericSchema) => (type === 'array') === Array.isArray(written)
  return (schema.type === 'union' && options?.find(isFitting)) || schema
}

/** Returns the item schema of a plain list; null for all other schemas. */
export function itemSchema(schema: GenericSchema): GenericSchema | null {
  const { item } = schema as { item?: GenericSchema }
  return schema.type === 'array' && !('pipe' in schema) && item ? item : null
}

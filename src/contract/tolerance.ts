import type { GenericSchema, InferOutput } from 'valibot'

/**
 * Defines how the console reads a value from an API whose responses differ from this server's. The schema itself stays
 * strict: it defines what this server sends and documents.
 */
export interface Tolerance<Value> {
  /** Converts another notation to the schema's notation. The schema validates the result. */
  repair?: (written: unknown) => unknown
  /** Returns the documented values of missing or unreadable fields, derived from the readable ones. */
  defaults?: (known: Partial<Value>) => Partial<Value>
  /** Whether the list is saved as a whole, so that it is unreadable if one of its entries is. */
  isWhole?: boolean
}

/**
 * Returns the same schema with instructions for reading it tolerantly.
 *
 * @__NO_SIDE_EFFECTS__
 */
export function tolerant<Schema extends GenericSchema>(
  schema: Schema,
  tolerance: Tolerance<InferOutput<Schema>>,
): Schema {
  return { ...schema, tolerance }
}

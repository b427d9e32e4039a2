import type { GenericSchema, InferOutput } from 'valibot'

/**
 * How the console reads a value from an API that follows the specification in another way than this server does.
 * The schema itself stays strict: it is what this server sends and documents.
 */
export interface Tolerance<Value> {
  /** The value as the schema wants it, from another way to write it. The schema checks the result. */
  repair?: (written: unknown) => unknown
  /** The documented values of fields that are missing or unreadable, given the fields that could be read. */
  defaults?: (known: Partial<Value>) => Partial<Value>
}

/**
 * The same schema, with a note on how to read it tolerantly.
 *
 * @__NO_SIDE_EFFECTS__
 */
export function tolerant<Schema extends GenericSchema>(
  schema: Schema,
  tolerance: Tolerance<InferOutput<Schema>>,
): Schema {
  return { ...schema, tolerance }
}

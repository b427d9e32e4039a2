import * as v from 'valibot'
import { isOutdated } from './errors.ts'

/** Returns the current resource from the rejection of an outdated change; null for any other error. */
export function currentOf<Schema extends v.GenericSchema>(
  schema: Schema,
  error: unknown,
): v.InferOutput<Schema> | null {
  if (!isOutdated(error)) return null
  const conflict = v.safeParse(v.object({ details: v.object({ current: schema }) }), error.details)
  return conflict.success ? conflict.output.details.current : null
}

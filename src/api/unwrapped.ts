import type { GenericSchema } from 'valibot'

/** The parts of valibot's schemas that tell what an unwrapped response looks like. */
interface Shape {
  type: string
  entries?: Record<string, Shape>
  options?: readonly Shape[]
}

/** How deep a response can be wrapped, as in `{"data": {"leads": […]}}`. */
const DEEPEST = 2

/** The usual names of what is wrapped, if a response contains several things. */
const USUAL = ['data', 'results', 'result', 'items']

/**
 * Returns a response in the form of its schema: without what wraps it, as in `{"success": true, "data": {…}}`, and with
 * what it lacks, if it is only the list or the text that the schema expects in a field.
 */
export function unwrapped(schema: GenericSchema, written: unknown): unknown {
  // Valibot's public schema type does not expose these parts.
  const shape = schema as unknown as Shape
  const found = find(shape, written, DEEPEST)
  if (found.fit > 0) return found.value
  const [name = '', ...others] = Object.keys(shape.entries ?? {})
  const isSole = others.length === 0 && shape.entries?.[name]?.type === typeof written
  return isSole ? { [name]: written } : written
}

interface Found {
  /** How well a value fits: the number of known fields, or 1 for a list, or less for the only list among the fields. */
  fit: number
  value: unknown
}

function find(shape: Shape, written: unknown, depth: number): Found {
  const list = Array.isArray(written) ? soleList(shape) : null
  if (list !== null) return { fit: 0.5, value: { [list]: written } }
  const own = { fit: fitOf(shape, written), value: written }
  if (depth === 0 || typeof written !== 'object' || written === null || Array.isArray(written)) return own
  const names = [...new Set([...USUAL.filter((name) => name in written), ...Object.keys(written)])]
  const best = names
    .map((name) => find(shape, (written as Record<string, unknown>)[name], depth - 1))
    .reduce((one, other) => (other.fit > one.fit ? other : one), own)
  if (best === own || Array.isArray(best.value)) return best
  // The fields around it can belong to it.
  return { fit: best.fit, value: { ...written, ...(best.value as object) } }
}

function fitOf({ type, entries = {}, options }: Shape, value: unknown): number {
  if (options) return Math.max(0, ...options.map((option) => wholeFitOf(option, value)))
  if (Array.isArray(value)) return Number(type === 'array')
  if (typeof value !== 'object' || value === null) return 0
  return Object.keys(entries).filter((name) => name in value).length
}

/** Returns the fit of a value that must have every field, so that it isn't taken for another option. */
function wholeFitOf(option: Shape, value: unknown): number {
  const fit = fitOf(option, value)
  return fit < Object.keys(option.entries ?? {}).length ? 0 : fit
}

/** Returns the name of the only list among the fields; null if there is another one or none. */
function soleList({ entries = {} }: Shape): string | null {
  const [name, ...others] = Object.keys(entries).filter((each) => entries[each]?.type === 'array')
  return name !== undefined && others.length === 0 ? name : null
}

import type { GenericSchema } from 'valibot'
import { fieldsIn } from './other-names.ts'

/** The parts of valibot's schemas that tell what an unwrapped response looks like. */
interface Shape {
  type: string
  entries?: Record<string, Shape>
  options?: readonly Shape[]
  item?: Shape
  tolerance?: { repair?: unknown }
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
  /** How well a value fits: the number of known fields, or up to 1 for a list, or less for the only list among the fields. */
  fit: number
  value: unknown
}

function find(shape: Shape, written: unknown, depth: number): Found {
  const list = Array.isArray(written) ? soleList(shape) : null
  if (list !== null) {
    const fit = listFitOf(shape.entries?.[list]?.item, written as unknown[]) / 2
    return { fit, value: { [list]: written } }
  }
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

function fitOf({ type, entries = {}, options, item }: Shape, value: unknown): number {
  if (options) return Math.max(0, ...options.map((option) => wholeFitOf(option, value)))
  if (Array.isArray(value)) return type === 'array' ? listFitOf(item, value) : 0
  return fieldsOf(entries, value).length
}

/** Returns which fields a value has. */
function fieldsOf(entries: Record<string, Shape>, value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const field = fieldsIn(value as Record<string, unknown>)
  return Object.keys(entries).filter((name) => field(name) !== undefined)
}

/** How many items of a list are enough to know it. */
const SAMPLE = 5
/** The fits of lists about which their items say little or nothing. */
const EMPTY = 0.001
const TEXTS_ONLY = 0.01

/** Returns the share of the fields that the items of a list have, at most 1; 0 if no item fits. */
function listFitOf(item: Shape | undefined, values: readonly unknown[]): number {
  const sample = values.filter((value) => value !== null).slice(0, SAMPLE)
  if (sample.length === 0) return EMPTY
  const fits = sample.map((value) => itemFitOf(item, value))
  return fits.reduce((sum, fit) => sum + fit, 0) / fits.length
}

function itemFitOf(item: Shape | undefined, value: unknown): number {
  if (item?.type !== 'object') return 1
  if (typeof value !== 'object') return item.tolerance?.repair ? TEXTS_ONLY : 0
  const { entries = {} } = item
  return fieldsOf(entries, value).length / Object.keys(entries).length
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

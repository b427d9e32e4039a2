import { _isValidObjectKey, type GenericSchema, getDefault, type InferOutput, safeParse } from 'valibot'
import type { Tolerance } from '../contract/tolerance.ts'

/** Marks a value that cannot be read. */
export const UNREADABLE = Symbol('unreadable')

type Fields = Record<string, unknown>

/** The parts of valibot's schemas that tolerant parsing uses. */
interface Shape extends GenericSchema {
  tolerance?: Tolerance<Fields>
  wrapped?: Shape
  entries?: Record<string, Shape>
  item?: Shape
  value?: Shape
  options?: readonly Shape[]
  literal?: unknown
}

/** The types of limits that apply when writing a value, but not when reading it. */
const BOUNDS: readonly string[] = ['max_length', 'min_length', 'max_value', 'min_value']

/**
 * Parses a value tolerantly, because responses can lack fields or use other notations. Missing or unreadable fields get
 * their documented defaults; list items without a default are dropped. A list is unreadable if it has items but none of
 * them is readable.
 */
export function readResponse<Schema extends GenericSchema>(
  schema: Schema,
  written: unknown,
): InferOutput<Schema> | typeof UNREADABLE {
  const exact = safeParse(schema, written, { abortEarly: true })
  // Valibot's public schema type does not expose these parts.
  return exact.success ? exact.output : readShape(schema as unknown as Shape, written)
}

/** Returns only the readable fields of an object in a response. */
export function readFields<Schema extends GenericSchema>(
  schema: Schema,
  written: unknown,
): Partial<InferOutput<Schema>> {
  const { entries = {} } = schema as unknown as Shape
  return (isObject(written) ? knownFields(entries, written) : {}) as Partial<InferOutput<Schema>>
}

function readShape(shape: Shape, given: unknown): unknown {
  const written = shape.tolerance?.repair ? shape.tolerance.repair(given) : given
  switch (shape.type) {
    case 'nullable':
      return written === null ? null : inner(shape.wrapped, written)
    case 'optional':
      return written === undefined ? getDefault(shape) : inner(shape.wrapped, written)
    case 'object':
      return readObject(shape, written)
    case 'array':
      return readList(shape, written)
    case 'record':
      return isObject(written) ? readRecord(shape, written) : UNREADABLE
    case 'variant':
      return inner(
        shape.options?.find(({ entries }) => isMarked(entries, written)),
        written,
      )
    default:
      return readPlain(shape, written)
  }
}

const inner = (shape: Shape | undefined, written: unknown) =>
  shape ? readResponse(shape, written) : UNREADABLE

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isMarked = (entries: Shape['entries'], written: unknown) =>
  isObject(written) && entries?.type?.literal === written.type

function knownFields(entries: Record<string, Shape>, written: Fields): Fields {
  const read = Object.entries(entries).map(([name, entry]) => [
    name,
    written[name] === undefined ? UNREADABLE : readResponse(entry, written[name]),
  ])
  return Object.fromEntries(read.filter(([, value]) => value !== UNREADABLE))
}

function readObject({ entries = {}, tolerance }: Shape, written: unknown): unknown {
  if (!isObject(written)) return UNREADABLE
  const known = knownFields(entries, written)
  const defaults = tolerance?.defaults?.(known) ?? {}
  const all = Object.entries(entries).map(([name, entry]) => [
    name,
    known[name] ?? (name in known ? null : (defaults[name] ?? emptyOf(entry))),
  ])
  return all.some(([, value]) => value === UNREADABLE) ? UNREADABLE : Object.fromEntries(all)
}

/** Returns the value of a missing field without a documented default. */
function emptyOf(shape: Shape): unknown {
  switch (shape.type) {
    case 'nullable':
      return null
    case 'optional':
      return getDefault(shape)
    case 'array':
      return []
    case 'record':
      return {}
    case 'literal':
      return shape.literal
    default:
      return UNREADABLE
  }
}

function readList({ item }: Shape, written: unknown): unknown {
  if (!Array.isArray(written)) return UNREADABLE
  const read = written.map((value) => inner(item, value)).filter(isReadable)
  return read.length === 0 && written.length > 0 ? UNREADABLE : read
}

function readRecord({ value }: Shape, written: Fields): unknown {
  const read = Object.entries(written).map(([name, each]) => [name, inner(value, each)] as const)
  // Valibot drops names such as `__proto__` from records, too.
  return Object.fromEntries(
    read.filter(([name, each]) => _isValidObjectKey(written, name) && isReadable(each)),
  )
}

const isReadable = (value: unknown) => value !== UNREADABLE

function readPlain(shape: Shape, written: unknown): unknown {
  const result = safeParse(shape, converted(shape.type, written))
  const isRead = result.success || (result.typed && result.issues.every(({ type }) => BOUNDS.includes(type)))
  return isRead ? result.output : UNREADABLE
}

/** Converts a value to the required type if its meaning stays the same. */
function converted(type: string, written: unknown): unknown {
  if (type === 'string' && typeof written === 'number') return String(written)
  if (type === 'number' && typeof written === 'string' && written.trim() !== '') return Number(written)
  if (type === 'boolean') return BOOLEANS.get(written) ?? written
  return written
}

const BOOLEANS = new Map<unknown, boolean>([
  ['true', true],
  ['false', false],
  [1, true],
  [0, false],
])

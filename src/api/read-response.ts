import { _isValidObjectKey, type GenericSchema, getDefault, type InferOutput, safeParse } from 'valibot'
import type { Tolerance } from '../contract/tolerance.ts'
import { booleanOf } from './booleans.ts'
import { derived, fieldsIn, tidied } from './other-names.ts'
import { asDay, inUtc } from './written-times.ts'

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
  pipe?: readonly { type: string }[]
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
      return readObject(shape, fromJson(written))
    case 'array':
      return readList(shape, listed(shape, written))
    case 'record':
      return readRecord(shape, fromJson(written))
    case 'variant':
      return inner(
        shape.options?.find(({ entries }) => isMarked(entries, written)),
        written,
      )
    default:
      return readPlain(shape, written)
  }
}

/** Returns the value of a text in JSON; other values unchanged. */
function fromJson(written: unknown): unknown {
  if (typeof written !== 'string' || !/^\s*[[{]/.test(written)) return written
  try {
    return JSON.parse(written)
  } catch {
    return written
  }
}

/** What separates the entries of a list in a text. A comma before a state, as in `Columbus, OH`, separates nothing. */
const SEPARATOR = { lines: /[\n;|]/, commas: /,(?!\s*[A-Z]{2}\s*(?:,|$))/ }

/** Returns the items of a list in another notation: in JSON, as text, or in an object with numbers as names. */
function listed({ item }: Shape, written: unknown): unknown {
  const given = fromJson(written)
  if (isObject(given)) {
    const names = Object.keys(given)
    return names.length > 0 && names.every((name) => /^\d+$/.test(name)) ? Object.values(given) : given
  }
  if (typeof given === 'number' && item?.type === 'string') return [given]
  if (typeof given !== 'string' || item?.type !== 'string') return given
  const separator = SEPARATOR.lines.test(given) ? SEPARATOR.lines : SEPARATOR.commas
  return given.split(separator).flatMap((entry) => entry.trim() || [])
}

const inner = (shape: Shape | undefined, written: unknown) =>
  shape ? readResponse(shape, written) : UNREADABLE

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isMarked = (entries: Shape['entries'], written: unknown) =>
  isObject(written) && entries?.type?.literal === written.type

function knownFields(entries: Record<string, Shape>, written: Fields): Fields {
  const field = fieldsIn(written)
  const read = Object.entries(entries).map(([name, entry]) => {
    const value = field(name)
    const own = value === undefined ? UNREADABLE : readResponse(entry, value)
    const other = own === UNREADABLE ? derived(name, written) : undefined
    return [name, other === undefined ? tidied(name, own, value) : readResponse(entry, other)]
  })
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

function readRecord({ value }: Shape, written: unknown): unknown {
  const named = Array.isArray(written) && written.length > 0 ? written.map(namedValue) : null
  if (!named && !isObject(written)) return UNREADABLE
  const fields: Fields = named ? Object.fromEntries(named) : (written as Fields)
  const read = Object.entries(fields).map(([name, each]) => [name, inner(value, each)] as const)
  // Valibot drops names such as `__proto__` from records, too.
  return Object.fromEntries(
    read.filter(([name, each]) => _isValidObjectKey(fields, name) && isReadable(each)),
  )
}

/** Returns the name and the value of an entry such as `{"status": "new", "count": 3}`. */
function namedValue(entry: unknown): [name: string, value: unknown] {
  const values = Object.values(entry ?? {})
  const name = values.find((value) => typeof value === 'string')
  return [name ?? '', values.find((value) => value !== name)]
}

const isReadable = (value: unknown) => value !== UNREADABLE

function readPlain(shape: Shape, written: unknown): unknown {
  const result = safeParse(shape, converted(shape, written))
  const isRead = result.success || (result.typed && result.issues.every(({ type }) => BOUNDS.includes(type)))
  return isRead ? result.output : UNREADABLE
}

/** Converts a value to the required type if its meaning stays the same. */
function converted({ type, pipe = [] }: Shape, written: unknown): unknown {
  const isCheckedFor = (format: string) => pipe.some((step) => step.type === format)
  if (isCheckedFor('iso_timestamp')) return inUtc(written)
  if (isCheckedFor('iso_date')) return asDay(written)
  switch (type) {
    case 'string':
      return textOf(written) ?? written
    case 'number':
      return numberOf(written) ?? written
    case 'boolean':
      return booleanOf(written) ?? written
    default:
      return written
  }
}

/** The fields that hold the text of an object, in this order; otherwise, any field whose name ends with one. */
const TEXTS = ['full_address', 'name', 'label', 'title', 'value', 'text']
const TEXT = /(?:name|label|title|text)$/i

/** Returns the text of a text, a number, a list of them, or an object with a field that is one; null without any. */
function textOf(written: unknown): string | null {
  if (typeof written === 'string') return written
  if (typeof written === 'number') return String(written)
  if (Array.isArray(written)) return written.flatMap((each) => textOf(each)?.trim() || []).join(', ') || null
  if (!isObject(written)) return null
  const { city, state } = written
  if (typeof city === 'string')
    return [city, ...(typeof state === 'string' && state ? [state] : [])].join(', ')
  const others = Object.keys(written).filter((name) => TEXT.test(name))
  const texts = [...TEXTS, ...others].map((name) => written[name])
  return textOf(texts.find((text) => typeof text === 'string' || typeof text === 'number'))
}

/** A number with thousands separators, a sign, or a unit, such as `1,200`, `33.3%`, or `25 miles`. */
const NUMBER = /^([-+]?)(\d{1,3}(?:,\d{3})+|\d+)?(\.\d+)?\s*(?:%|[a-z]{1,6}\.?)?$/i

function numberOf(written: unknown): number | null {
  if (typeof written !== 'string') return null
  const [, sign = '', whole = '', fraction = ''] = NUMBER.exec(written.trim()) ?? []
  return whole || fraction ? Number(sign + whole.replaceAll(',', '') + fraction) : null
}

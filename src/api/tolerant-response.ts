import { type GenericSchema, getDotPath, type InferOutput, safeParse } from 'valibot'
import type { Tolerance } from '../contract/tolerance.ts'
import { logWarning } from '../platform/log.ts'
import { mapInTurns } from '../platform/page/timing.ts'
import { BadResponseError, EMPTY_RESPONSE } from './errors.ts'
import { fieldsIn } from './other-names.ts'
import { readFields, readResponse, UNREADABLE } from './read-response.ts'
import { throwIfRefused } from './refused.ts'
import { fittingOption, itemSchema, listIn } from './shapes.ts'
import { unwrapped } from './unwrapped.ts'

export { reasonIn, unknownParts } from './refused.ts'

/**
 * Parses a response with a schema. Omits unreadable items of a list. An empty response for an object
 * contains only defaults.
 *
 * @throws {BadResponseError} for a web page, an empty response for a list, a truncated response, or a value that does not fit the
 * schema.
 * @throws {ApiError} if the response says that the request failed, whatever its status.
 */
export function parseResponse(expected: GenericSchema, text: string): unknown {
  const written = parsed(expected, text)
  const schema = fittingOption(expected, written)
  const item = itemSchema(schema)
  if (!item || !Array.isArray(written)) return read(schema, written)
  const items = written.flatMap((value, index) => readItem(item, value, index))
  if (lacksEntries(schema, written, items)) throw new BadResponseError(UNREADABLE_ENTRIES)
  return items
}

/** Reads part of a response. Returns null if it is unreadable. */
export function readOrNull<Schema extends GenericSchema>(
  schema: Schema,
  written: unknown,
): InferOutput<Schema> | null {
  const value = readResponse(schema, written)
  return value === UNREADABLE ? null : value
}

/** Like {@link parseResponse}, but does not block the page while it reads a long list. */
export async function parseInTurns(expected: GenericSchema, text: string): Promise<unknown> {
  const written = parsed(expected, text)
  const schema = fittingOption(expected, written)
  const found = listIn(schema, written)
  if (!found) return read(schema, written)
  if (isWhole(schema)) return parseResponse(expected, text)
  const items = (await mapInTurns(found.values, (value, index) => readItem(found.item, value, index))).flat()
  // If no item is readable, the whole response can be unreadable.
  if (items.length === 0) return parseResponse(expected, text)
  if (found.name === null) return items
  if (hasLacking(schema, written, { [found.name]: items })) throw new BadResponseError(UNREADABLE_ENTRIES)
  const around = read(schema, { ...(written as object), [found.name]: [] })
  return { ...(around as object), [found.name]: items }
}

/** The readable parts of the response to a write: the fields of an object, a list, or null. */
export type Written<Reply> = Reply extends readonly unknown[]
  ? Reply | null
  : Reply extends object
    ? Partial<Reply>
    : undefined

/**
 * Returns the readable part of the response to a write, if any. The write has succeeded even if nothing is readable.
 *
 * @throws {BadResponseError} for a web page, which does not come from the API.
 * @throws {ApiError} if the response says that the write failed, whatever its status.
 */
export function parseWritten(schema: GenericSchema | null, text: string): unknown {
  if (text.trimStart().startsWith('<')) throw new BadResponseError(describe(text))
  const given = jsonOf(text) ?? text
  throwIfRefused(schema, given, { isWrite: true })
  if (schema === null) return undefined
  const written = unwrapped(schema, given)
  if (schema.type !== 'array') {
    const fields: Fields = readFields(schema, written)
    const isLacking = ([name, value]: [string, unknown]) => hasLacking(schema, written, { [name]: value })
    return Object.fromEntries(Object.entries(fields).filter((each) => !isLacking(each)))
  }
  const list = Array.isArray(written) ? readResponse(schema, written) : UNREADABLE
  return list === UNREADABLE || lacksEntries(schema, written, list) ? null : list
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns an array with the item; empty if the item is unreadable. */
function readItem(item: GenericSchema, written: unknown, index: number): unknown[] {
  const value = readResponse(item, written)
  if (value !== UNREADABLE) return [value]
  logWarning('An item of a response could not be read.', faultOf(item, written, `${index}.`))
  return []
}

type Fields = Record<string, unknown>

const UNREADABLE_ENTRIES = 'The server sent entries in an unexpected format.'

const isWhole = (schema: unknown) =>
  (schema as { tolerance?: Tolerance<unknown> }).tolerance?.isWhole === true

/**
 * Returns whether entries of a list could not be read: some of them, if the list is saved as a whole, and otherwise all.
 */
function lacksEntries(schema: unknown, written: unknown, read: unknown): boolean {
  const given = Array.isArray(written)
    ? written.filter((value) => !isBlank(value)).length
    : Number(!isBlank(written))
  const { length } = read as readonly unknown[]
  return isWhole(schema) ? length < given : length === 0 && given > 0
}

/** Returns whether a list in a field that is saved as a whole lacks entries. */
function hasLacking(schema: GenericSchema, written: unknown, read: Fields): boolean {
  const { entries = {} } = schema as { entries?: Record<string, GenericSchema> }
  const field = fieldsIn(Object(written))
  return Object.entries(read).some(
    ([name, value]) => isWhole(entries[name]) && lacksEntries(entries[name], field(name), value),
  )
}

/** Returns whether a value contains nothing, apart from the news that the request succeeded. */
function isBlank(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isBlank)
  return [undefined, null, '', true, 'ok', 'success'].includes(value as string)
}

/** Returns whether an object has content, but no field of the schema, such as a message in place of the data. */
function isOther(schema: GenericSchema, written: unknown): boolean {
  if (schema.type !== 'object' || typeof written !== 'object' || isBlank(written)) return false
  const { repair } = (schema as { tolerance?: Tolerance<unknown> }).tolerance ?? {}
  return Object.keys(readFields(schema, repair ? repair(written) : written)).length === 0
}

function read(schema: GenericSchema, written: unknown): unknown {
  const value = readResponse(schema, written ?? (schema.type === 'array' ? [] : {}))
  if (value !== UNREADABLE && hasLacking(schema, written, Object(value))) {
    throw new BadResponseError(UNREADABLE_ENTRIES)
  }
  if (value !== UNREADABLE && !isOther(schema, written)) return value
  if (written === null) throw new BadResponseError(EMPTY_RESPONSE)
  throw new BadResponseError(
    'The server sent a response in an unexpected format.',
    faultOf(schema, written, ''),
  )
}

function parsed(schema: GenericSchema, text: string): unknown {
  if (text.trim() === '' && schema.type === 'object') return null
  let written: unknown
  try {
    written = JSON.parse(text)
  } catch {
    throw new BadResponseError(describe(text))
  }
  throwIfRefused(schema, written)
  return unwrapped(schema, written)
}

function describe(text: string): string {
  const start = text.trimStart().slice(0, 1)
  if (start === '') return EMPTY_RESPONSE
  if (start === '<') return 'The server sent a web page instead of data.'
  return 'The server sent an unreadable response.'
}

/** Returns the first place where a value violates its schema, for the log. */
function faultOf(schema: GenericSchema, written: unknown, prefix: string): string {
  const [issue] = safeParse(schema, written, { abortEarly: true }).issues ?? []
  const path = `${prefix}${(issue && getDotPath(issue)) ?? ''}`.replace(/\.$/, '') || 'response'
  return `${path}: ${issue?.message}`
}

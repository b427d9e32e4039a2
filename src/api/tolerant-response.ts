import { type GenericSchema, getDotPath, type InferOutput, safeParse } from 'valibot'
import { logWarning } from '../platform/log.ts'
import { mapInTurns } from '../platform/page/timing.ts'
import { BadResponseError, EMPTY_RESPONSE } from './errors.ts'
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
  if (item && Array.isArray(written)) return written.flatMap((value, index) => readItem(item, value, index))
  return read(schema, written)
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
  const items = (await mapInTurns(found.values, (value, index) => readItem(found.item, value, index))).flat()
  // If no item is readable, the whole response can be unreadable.
  if (items.length === 0) return parseResponse(expected, text)
  if (found.name === null) return items
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
  if (schema.type !== 'array') return readFields(schema, written)
  const list = Array.isArray(written) ? readResponse(schema, written) : UNREADABLE
  return list === UNREADABLE ? null : list
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

function read(schema: GenericSchema, written: unknown): unknown {
  const value = readResponse(schema, written ?? (schema.type === 'array' ? [] : {}))
  if (value !== UNREADABLE) return value
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

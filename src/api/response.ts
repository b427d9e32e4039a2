import { type GenericSchema, getDotPath, safeParse } from 'valibot'
import { logWarning } from '../platform/log.ts'
import { mapInTurns } from '../platform/page/timing.ts'
import { BadResponseError, EMPTY_RESPONSE } from './errors.ts'
import { readFields, readResponse, UNREADABLE } from './read-response.ts'
import { throwIfRefused } from './refused.ts'
import { unwrapped } from './unwrapped.ts'

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

/** Like {@link parseResponse}, but does not block the page while it reads a long list. */
export async function parseInTurns(expected: GenericSchema, text: string): Promise<unknown> {
  const written = parsed(expected, text)
  const schema = fittingOption(expected, written)
  const found = listIn(schema, written)
  if (!found) return read(schema, written)
  const items = (await mapInTurns(found.values, (value, index) => readItem(found.item, value, index))).flat()
  // If no item is readable, the whole response can be unreadable.
  return items.length > 0 ? found.around(items) : parseResponse(expected, text)
}

interface FoundList {
  item: GenericSchema
  values: readonly unknown[]
  /** Returns the response with the items that were read. */
  around: (items: unknown[]) => unknown
}

/** Returns the response itself if it is a list, or the longest list in an object; null if there is none. */
function listIn(schema: GenericSchema, written: unknown): FoundList | null {
  const item = itemSchema(schema)
  if (Array.isArray(written)) return item && { item, values: written, around: (items) => items }
  const { entries = {} } = schema as { entries?: Record<string, GenericSchema> }
  const lists = Object.entries(entries).flatMap(([name, entry]) => {
    const values = (written as Record<string, unknown> | null)?.[name]
    const each = itemSchema(entry)
    if (!each || !Array.isArray(values)) return []
    const rest = { ...(written as object), [name]: [] }
    return {
      item: each,
      values,
      around: (items: unknown[]) => ({ ...(read(schema, rest) as object), [name]: items }),
    }
  })
  return lists.toSorted((a, b) => b.values.length - a.values.length)[0] ?? null
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
  const given = jsonOf(text)
  throwIfRefused(schema, given)
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

/**
 * Returns the option of a union that fits: the list if the value is a list, otherwise the other option. Returns any
 * other schema unchanged.
 */
function fittingOption(schema: GenericSchema, written: unknown): GenericSchema {
  const { options } = schema as { options?: readonly GenericSchema[] }
  const isFitting = ({ type }: GenericSchema) => (type === 'array') === Array.isArray(written)
  return (schema.type === 'union' && options?.find(isFitting)) || schema
}

/** Returns the item schema of a plain list; null for all other schemas. */
function itemSchema(schema: GenericSchema): GenericSchema | null {
  const { item } = schema as { item?: GenericSchema }
  return schema.type === 'array' && !('pipe' in schema) && item ? item : null
}

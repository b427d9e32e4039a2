import { type GenericSchema, getDotPath, safeParse } from 'valibot'
import { logWarning } from '../platform/log.ts'
import { BadAnswerError } from './errors.ts'
import { readAnswer, readFields, UNREADABLE } from './read-answer.ts'

/**
 * The value of an answer, read by `schema`. Omits items of a list that cannot be read.
 * @throws {BadAnswerError} on a web page, an empty or cut answer, and a value of another kind than the schema's.
 */
export function parseAnswer(schema: GenericSchema, text: string): unknown {
  const written = parsed(text)
  const item = itemSchema(schema)
  if (item && Array.isArray(written)) return written.flatMap((value, index) => readItem(item, value, index))
  return read(schema, written)
}

/** What a write was answered with: the fields that could be read of an object, a list or null. */
export type Written<Reply> = Reply extends readonly unknown[]
  ? Reply | null
  : Reply extends object
    ? Partial<Reply>
    : undefined

/**
 * What the answer to a write says, as far as it says anything: the write has succeeded whatever the answer is.
 * @throws {BadAnswerError} on a web page, which does not come from the API.
 */
export function parseWritten(schema: GenericSchema | null, text: string): unknown {
  if (text.trimStart().startsWith('<')) throw new BadAnswerError(describe(text))
  const written = jsonOf(text)
  if (schema === null) return undefined
  if (schema.type !== 'array') return readFields(schema, written)
  const list = Array.isArray(written) ? readAnswer(schema, written) : UNREADABLE
  return list === UNREADABLE ? null : list
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The item as a list of one; empty when it cannot be read. */
function readItem(item: GenericSchema, written: unknown, index: number): unknown[] {
  const value = readAnswer(item, written)
  if (value !== UNREADABLE) return [value]
  logWarning('An item of an answer could not be read.', faultOf(item, written, `${index}.`))
  return []
}

function read(schema: GenericSchema, written: unknown): unknown {
  const value = readAnswer(schema, written ?? (schema.type === 'array' ? [] : {}))
  if (value !== UNREADABLE) return value
  throw new BadAnswerError('The server sent an answer of an unexpected form.', faultOf(schema, written, ''))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new BadAnswerError(describe(text))
  }
}

function describe(text: string): string {
  const start = text.trimStart().slice(0, 1)
  if (start === '') return 'The server sent an empty answer.'
  if (start === '<') return 'The server sent a web page instead of data.'
  return 'The server sent an answer that cannot be read.'
}

/** Where a value first departs from its schema, for the log. */
function faultOf(schema: GenericSchema, written: unknown, prefix: string): string {
  const [issue] = safeParse(schema, written, { abortEarly: true }).issues ?? []
  const path = `${prefix}${(issue && getDotPath(issue)) ?? ''}`.replace(/\.$/, '') || 'answer'
  return `${path}: ${issue?.message}`
}

/** The schema of a plain list's items; null for all other schemas. */
function itemSchema(schema: GenericSchema): GenericSchema | null {
  const { item } = schema as { item?: GenericSchema }
  return schema.type === 'array' && !('pipe' in schema) && item ? item : null
}

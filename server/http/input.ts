import type { HonoRequest } from 'hono'
import * as v from 'valibot'
import type { BodyOutput, Endpoint } from '../../src/contract/endpoint.ts'
import type { FieldIssue } from '../../src/contract/fields.ts'
import { LIMITS } from '../../src/contract/limits.ts'
import { HttpError } from './http-error.ts'

const MAX_DEPTH = 32
const MAX_ISSUES = 20

/** With more values than this, parsing stops at the first error instead of listing all errors. */
const LARGE = 1_000

/**
 * Counts the values of a request, and returns why it is invalid: too many values, too deep nesting, or something that
 * the database cannot store (NUL characters, unpaired surrogates, numbers beyond a double). Stops at the first error,
 * so `LIMITS.values` bounds its cost.
 */
function measure(data: unknown): { count: number; fault: FieldIssue | null } {
  let count = 0
  const visit = (value: unknown, path: readonly string[]): FieldIssue | null => {
    count += 1
    if (count + (Array.isArray(value) ? value.length : 0) > LIMITS.values) return TOO_MANY
    const message = faultOf(value, path.length)
    if (message) return { path: path.join('.'), message }
    if (typeof value !== 'object' || value === null) return null
    const keys = Object.keys(value)
    if (count + keys.length > LIMITS.values) return TOO_MANY
    for (const key of keys) {
      if (!isStorableText(key))
        return { path: path.join('.'), message: 'A name contains characters that cannot be stored' }
      const found = visit((value as Record<string, unknown>)[key], [...path, key])
      if (found) return found
    }
    return null
  }
  const fault = visit(data, [])
  return { count, fault }
}

const TOO_MANY: FieldIssue = { path: '', message: 'The data has too many values' }

/** Returns why a value cannot be stored, apart from the values in it; null if it can. */
function faultOf(value: unknown, depth: number): string | null {
  if (depth > MAX_DEPTH) return 'The data is nested too deeply'
  if (typeof value === 'string' && !isStorableText(value))
    return 'Text contains characters that cannot be stored'
  if (typeof value === 'number' && !Number.isFinite(value)) return 'The number is too large'
  return null
}

/** Returns why the data of a request cannot be stored, or null if it can. */
export const unfit = (data: unknown): FieldIssue | null => measure(data).fault

function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** Returns the JSON body of a request. Rejects other content types (415) and anything except JSON in UTF-8 (400). */
export async function readJson(request: HonoRequest): Promise<unknown> {
  const type = request.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') throw new HttpError(415, 'The request body must be JSON')
  const bytes = await request.arrayBuffer().catch(() => {
    throw new HttpError(400, 'The request was cut off')
  })
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new HttpError(400, 'The request body is not valid JSON')
  }
}

/** Returns the body of a call, parsed with its contract. */
export async function readBody<E extends Endpoint>(
  request: HonoRequest,
  { body }: E,
): Promise<BodyOutput<E>> {
  return parse(body ?? v.unknown(), await readJson(request)) as BodyOutput<E>
}

/** Returns the query parameters by name. The last value of a repeated parameter wins. */
export function readQuery(request: HonoRequest): Record<string, string> {
  return Object.fromEntries(new URL(request.url).searchParams)
}

/** Parses data with a schema. Throws an HttpError (400) with the first issue's text and the invalid fields. */
export function parse<Schema extends v.GenericSchema>(schema: Schema, data: unknown): v.InferOutput<Schema> {
  const { count, fault } = measure(data)
  if (fault) throw new HttpError(400, fault.message, { details: [fault] })
  if (schema.type === 'object' && Array.isArray(data)) throw new HttpError(400, 'The request is not valid')
  const result = v.safeParse(schema, data, { abortPipeEarly: true, abortEarly: count > LARGE })
  if (result.success) return result.output
  const details = result.issues.slice(0, MAX_ISSUES).map((issue) => fieldIssue(schema, issue))
  throw new HttpError(400, details[0]?.message ?? 'The request is not valid', { details })
}

function fieldIssue(schema: v.GenericSchema, issue: v.BaseIssue<unknown>): FieldIssue {
  const path = v.getDotPath(issue) ?? ''
  return {
    path,
    message: contractMessage(issue) ?? messageForMissing(schema, path) ?? plainMessage(issue, path),
  }
}

/** Drops valibot's messages, which are for programmers, and keeps those of the contract. */
function contractMessage({ message }: v.BaseIssue<unknown>): string | null {
  return message.startsWith('Invalid ') ? null : message
}

/** Returns the message for a missing field, which is the same as for an empty one. */
function messageForMissing(schema: v.GenericSchema, field: string): string | null {
  const entry = (schema as { entries?: Record<string, v.GenericSchema> }).entries?.[field]
  const [issue] = (entry && v.safeParse(entry, undefined).issues) ?? []
  return issue ? contractMessage(issue) : null
}

function plainMessage({ received }: v.BaseIssue<unknown>, path: string): string {
  const subject = path === '' ? 'The request' : path
  return received === 'undefined' ? `${subject} is required` : `${subject} is not valid`
}

import type { HonoRequest } from 'hono'
import * as v from 'valibot'
import type { FieldIssue } from '../../src/contract/fields.ts'
import { Refusal } from './refusal.ts'

const MAX_DEPTH = 32
const MAX_ISSUES = 20

/**
 * What of a request's data the database could not hold: NUL characters, halves of surrogate pairs, numbers
 * beyond a double, nesting without end. Null when all of it can be stored.
 */
export function unstorable(data: unknown): FieldIssue | null {
  const waiting = [{ value: data, path: [] as string[] }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, path } = next
    const issue = (message: string): FieldIssue => ({ path: path.join('.'), message })
    if (path.length > MAX_DEPTH) return issue('The data is nested too deeply')
    if (typeof value === 'string' && !isStorableText(value)) {
      return issue('Text contains characters that cannot be stored')
    }
    if (typeof value === 'number' && !Number.isFinite(value)) return issue('The number is too large')
    if (typeof value === 'object' && value !== null) {
      for (const [key, child] of Object.entries(value)) {
        if (!isStorableText(key)) return issue('A name contains characters that cannot be stored')
        waiting.push({ value: child, path: [...path, key] })
      }
    }
  }
  return null
}

function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** The request's JSON body. Refuses another content type (415) and whatever is not JSON in UTF-8 (400). */
export async function readJson(request: HonoRequest): Promise<unknown> {
  const type = request.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') throw new Refusal(415, 'The request body must be JSON')
  const bytes = await request.arrayBuffer()
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new Refusal(400, 'The request body is not valid JSON')
  }
}

/** The query's parameters by name; of a repeated one the last counts. */
export function readQuery(request: HonoRequest): Record<string, string> {
  return Object.fromEntries(new URL(request.url).searchParams)
}

/** The data as the schema understands it; refused with 400, the first issue's text and the fields at fault. */
export function parse<Schema extends v.GenericSchema>(schema: Schema, data: unknown): v.InferOutput<Schema> {
  const bad = unstorable(data)
  if (bad) throw new Refusal(400, bad.message, { details: [bad] })
  if (schema.type === 'object' && Array.isArray(data)) throw new Refusal(400, 'The request is not valid')
  const result = v.safeParse(schema, data, { abortPipeEarly: true })
  if (result.success) return result.output
  const details = result.issues.slice(0, MAX_ISSUES).map((issue) => fieldIssue(schema, issue))
  throw new Refusal(400, details[0]?.message ?? 'The request is not valid', { details })
}

function fieldIssue(schema: v.GenericSchema, issue: v.BaseIssue<unknown>): FieldIssue {
  const path = v.getDotPath(issue) ?? ''
  return {
    path,
    message: contractMessage(issue) ?? messageForMissing(schema, path) ?? plainMessage(issue, path),
  }
}

/** Valibot's own wording speaks to programmers; messages that the contract gives stand as they are. */
function contractMessage({ message }: v.BaseIssue<unknown>): string | null {
  return message.startsWith('Invalid ') ? null : message
}

/** What the contract says of a field that was left out altogether: the same as of one that is empty. */
function messageForMissing(schema: v.GenericSchema, field: string): string | null {
  const entry = (schema as { entries?: Record<string, v.GenericSchema> }).entries?.[field]
  const [issue] = (entry && v.safeParse(entry, undefined).issues) ?? []
  return issue ? contractMessage(issue) : null
}

function plainMessage({ received }: v.BaseIssue<unknown>, path: string): string {
  const subject = path === '' ? 'The request' : path
  return received === 'undefined' ? `${subject} is required` : `${subject} is not valid`
}

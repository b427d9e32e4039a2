import { type GenericSchema, getDotPath, type InferIssue, safeParse } from 'valibot'
import { runInSlices } from '../platform/slices.ts'
import { BadAnswerError } from './errors.ts'
import { parseListInParts } from './list-parts.ts'

/** Characters from which on an answer counts as long. */
const LONG = 65_536

/** Items of a list that are checked in one step. */
const STEP = 20

/**
 * The value that an answer's text holds, checked against `schema`; undefined where none was agreed (`null`).
 * Long lists are parsed and checked in slices, so that the page stays fluid.
 * @throws {BadAnswerError} on a web page, an empty or cut answer, and every other form than the agreed one.
 */
export async function parseAnswer(schema: GenericSchema | null, text: string): Promise<unknown> {
  if (schema === null) {
    if (text.trim() !== '') throw new BadAnswerError(describe(text))
    return undefined
  }
  const item = itemSchema(schema)
  if (item && text.length >= LONG) return runInSlices(parseList(item, text))
  return check(
    schema,
    parsed(text, () => JSON.parse(text)),
    '',
  )
}

/** Parses and checks a long list, some items a step. */
function* parseList(item: GenericSchema, text: string): Generator<void, unknown[]> {
  const items: unknown[] = []
  const parts = parseListInParts(text)
  for (;;) {
    const part = parsed(text, () => parts.next())
    if (part.done) return items
    for (const entry of part.value) {
      items.push(check(item, entry, `${items.length}.`))
      if (items.length % STEP === 0) yield
    }
  }
}

function parsed<Value>(text: string, parse: () => Value): Value {
  try {
    return parse()
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

function check(schema: GenericSchema, value: unknown, prefix: string): unknown {
  const result = safeParse(schema, value, { abortEarly: true })
  if (result.success) return result.output
  const [issue] = result.issues as [InferIssue<GenericSchema>]
  const path = `${prefix}${getDotPath(issue) ?? ''}`.replace(/\.$/, '') || 'answer'
  throw new BadAnswerError('The server sent an answer of an unexpected form.', `${path}: ${issue.message}`)
}

/** The schema of a plain list's items; null for all other schemas. */
function itemSchema(schema: GenericSchema): GenericSchema | null {
  const { item } = schema as { item?: GenericSchema }
  return schema.type === 'array' && !('pipe' in schema) && item ? item : null
}

import { type GenericSchema, getDotPath, type InferIssue, safeParse } from 'valibot'
import { BadAnswerError } from './errors.ts'

/** Items of a list that are checked before the browser gets a turn. */
const SLICE = 500

/**
 * The value that an answer's text holds, checked against `schema`; undefined where none was agreed (`null`).
 * Long lists are checked in slices, so that the page stays fluid.
 * @throws {BadAnswerError} on a web page, an empty or cut answer, and every other form than the agreed one.
 */
export async function parseAnswer(schema: GenericSchema | null, text: string): Promise<unknown> {
  if (schema === null) {
    if (text.trim() !== '') throw new BadAnswerError(describe(text))
    return undefined
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new BadAnswerError(describe(text))
  }
  const item = itemSchema(schema)
  if (!item || !Array.isArray(value) || value.length <= SLICE) return check(schema, value, '')
  const items: unknown[] = []
  for (const [index, entry] of value.entries()) {
    if (index > 0 && index % SLICE === 0) await nextTask()
    items.push(check(item, entry, `${index}.`))
  }
  return items
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

const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve))

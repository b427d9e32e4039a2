import { type GenericSchema, type InferOutput, safeParse } from 'valibot'
import { mapInTurns } from '../platform/page/timing.ts'
import { type ApiError, NetworkError } from './errors.ts'
import { type FoundList, fittingOption, listIn } from './shapes.ts'
import type { Written } from './tolerant-response.ts'

/** The number of characters above which parsing a response would block the page noticeably. */
const LONG = 50_000

/**
 * Reads a response that is exactly as the contract says, and any other one tolerantly, with code that loads only then.
 * Does not block the page while it reads a long list.
 *
 * @throws as {@link parseResponse} (tolerant-response.ts), and {@link NetworkError} if the code does not load.
 */
export async function readReply(expected: GenericSchema, text: string): Promise<unknown> {
  const isLong = text.length > LONG
  const exact = await exactly(expected, text, isLong)
  if (exact) return exact.value
  const { parseInTurns, parseResponse } = await tolerantly()
  return isLong ? parseInTurns(expected, text) : parseResponse(expected, text)
}

/** Like {@link readReply}, for the response to a write. Returns the part that is readable, if any. */
export async function readWritten<Reply>(
  schema: GenericSchema | null,
  text: string,
): Promise<Written<Reply>> {
  const exact = schema ? await exactly(schema, text, false) : null
  if (exact) return exact.value as Written<Reply>
  const isEmpty = schema === null && (text === '' || text === 'null')
  return (isEmpty ? undefined : (await tolerantly()).parseWritten(schema, text)) as Written<Reply>
}

/** Like {@link readReply}, for part of a response. Returns null if it is unreadable. */
export async function readPart<Schema extends GenericSchema>(
  schema: Schema,
  written: unknown,
): Promise<InferOutput<Schema> | null> {
  const exact = safeParse(schema, written, { abortEarly: true })
  return exact.success ? exact.output : (await tolerantly()).readOrNull(schema, written)
}

/** Returns the text that explains a rejection in the body of an API that writes it differently; null without one. */
export async function readReason(body: unknown): Promise<string | null> {
  if (!body) return null
  const reading = await import('./tolerant-response.ts').catch(() => null)
  return reading?.reasonIn(body) ?? null
}

/** Returns which parts of a request the API rejected because it does not know them. */
export async function unknownIn(error: ApiError, parts: readonly string[]): Promise<readonly string[]> {
  return (await tolerantly()).unknownParts(error, parts)
}

async function tolerantly(): Promise<typeof import('./tolerant-response.ts')> {
  try {
    return await import('./tolerant-response.ts')
  } catch (cause) {
    throw new NetworkError({ cause })
  }
}

/** Returns the value of a response that its schema describes completely; null for any other one. */
async function exactly(
  expected: GenericSchema,
  text: string,
  isLong: boolean,
): Promise<{ value: unknown } | null> {
  let written: unknown
  try {
    written = JSON.parse(text)
  } catch {
    return null
  }
  const schema = fittingOption(expected, written)
  if (hasOther(schema, written)) return null
  const list = isLong ? listIn(schema, written) : null
  if (list) return exactList(schema, written, list)
  const { success, output } = safeParse(schema, written, { abortEarly: true })
  return success ? { value: output } : null
}

/** Returns whether an object has fields that its schema lacks, such as an error or what it wraps. */
function hasOther(schema: GenericSchema, written: unknown): boolean {
  if (typeof written !== 'object' || written === null || Array.isArray(written)) return false
  const { entries = {} } = schema as { entries?: object }
  return schema.type === 'object' && !Object.keys(written).every((name) => name in entries)
}

async function exactList(
  schema: GenericSchema,
  written: unknown,
  { item, values, name }: FoundList,
): Promise<{ value: unknown } | null> {
  const items = await mapInTurns(values, (value) => safeParse(item, value, { abortEarly: true }))
  if (!items.every(({ success }) => success)) return null
  const read = items.map(({ output }) => output)
  if (name === null) return { value: read }
  const around = safeParse(schema, { ...(written as object), [name]: [] }, { abortEarly: true })
  return around.success ? { value: { ...(around.output as object), [name]: read } } : null
}

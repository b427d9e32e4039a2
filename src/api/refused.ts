import type { GenericSchema } from 'valibot'
import { ApiError } from './errors.ts'
import { booleanOf } from './read-response.ts'

/** The status of a rejection that came with a successful one. */
const UNPROCESSABLE = 422

const FAILED = /^(?:error|fail(?:ed|ure)?)$/i

/**
 * Checks a response for what other APIs say instead of an error status: `{"success": false}`, `{"status": "error"}` or a number as for HTTP, or
 * `{"error": "…"}` without any field of the schema.
 *
 * @throws {ApiError} with the server's message.
 */
export function throwIfRefused(schema: GenericSchema | null, written: unknown): void {
  if (typeof written !== 'object' || written === null || Array.isArray(written)) return
  const { entries = {} } = (schema ?? {}) as { entries?: object }
  const said = Object.fromEntries(Object.entries(written).filter(([name]) => !(name in entries)))
  const isDenied = [said.success, said.ok].some((value) => booleanOf(value) === false)
  const isKnown = Object.keys(said).length < Object.keys(written).length || booleanOf(said.success) === true
  const status = statusIn(written as Record<string, unknown>)
  const isFailed =
    'status' in written && !('id' in written) && (FAILED.test(String(written.status)) || status !== undefined)
  const fault = said.error || said.errors
  const isFaulty =
    !isKnown && Boolean(fault) && Object.keys(Object(fault)).length + Number(fault === true) > 0
  if (!isDenied && !isFailed && !isFaulty) return
  const text = messageIn(said) ?? 'The server rejected the request.'
  throw new ApiError(text, status ?? UNPROCESSABLE, written)
}

/** Returns the first text that explains a rejection. */
function messageIn(said: unknown): string | null {
  if (typeof said === 'string') return said.trim() || null
  if (typeof said !== 'object' || said === null) return null
  const { message, error, errors, detail } = said as Record<string, unknown>
  const given = Array.isArray(said) ? [said[0]] : [message, error, errors, detail]
  for (const each of given) {
    const text = messageIn(each)
    if (text) return text
  }
  return null
}

function statusIn({ status, statusCode, code }: Record<string, unknown>): number | undefined {
  return [status, statusCode, code].map(Number).find((number) => number >= 400 && number < 600)
}

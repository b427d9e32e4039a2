import type { GenericSchema } from 'valibot'
import { booleanOf } from './booleans.ts'
import { ApiError } from './errors.ts'

/** The status of a rejection that came with a successful one. */
const UNPROCESSABLE = 422

/** The fields that say whether a request succeeded, and, without any field of the schema, whether its effect happened. */
const OUTCOMES = ['success', 'succeeded', 'ok']
const EFFECTS = ['deleted', 'removed', 'saved', 'updated', 'created']
const STATES = ['status', 'state', 'result']
const FAULTS = ['error', 'errors', 'exception', 'fault']
/** The fields whose content can be the response of another program. */
const WRAPPERS = ['data', 'result', 'response', 'results', 'body']

const FAILED = /^(?:error|fail(?:ed|ure)?)$/i
/** The beginning of a text that says that a request failed. */
const FAILURE = /^\W*(?:\w*error|fail(?:ed|ure)?|\w*exception|fatal|traceback|[45]\d\d)\b/i
/** The names of HTTP statuses, which explain nothing. */
const STATUS_NAME =
  /^\W*(?:(?:http )?[45]\d\d\W*)?(?:bad request|unauthorized|forbidden|not found|method not allowed|conflict|unprocessable (?:entity|content)|too many requests|internal server error|bad gateway|service unavailable|gateway time-?out)\W*$/i
const LONGEST_REASON = 300

type Said = Record<string, unknown>

/**
 * Checks a response for what other APIs say instead of an error status: `{"success": false}`, `{"status": "error"}` or a
 * number as for HTTP, or `{"error": "…"}` without any field of the schema; each also in what a response wraps. After a
 * write, an error beside the fields of the schema and a text such as `Error: …` count as well.
 *
 * @throws {ApiError} with the server's message.
 */
export function throwIfRefused(
  schema: GenericSchema | null,
  written: unknown,
  { isWrite = false }: { isWrite?: boolean } = {},
): void {
  if (isWrite && (written === false || (typeof written === 'string' && isFailure(written)))) {
    throw new ApiError(reasonIn(written) ?? REJECTED, UNPROCESSABLE, written)
  }
  if (Array.isArray(written)) {
    const { item = null } = (schema ?? {}) as { item?: GenericSchema | null }
    const failures = written.map((each) => failureOf(item, each, isWrite))
    const [first = null] = failures.filter((each) => each !== null)
    if (first && (isWrite || failures.every((each) => each !== null))) throw first
    return
  }
  const failure = failureOf(schema, written, isWrite)
  if (failure) throw failure
}

const REJECTED = 'The server rejected the request.'

const isFailure = (text: string) => FAILURE.test(text) || STATUS_NAME.test(text)

function failureOf(schema: GenericSchema | null, written: unknown, isWrite: boolean): ApiError | null {
  if (typeof written !== 'object' || written === null || Array.isArray(written)) return null
  const { entries = {} } = (schema ?? {}) as { entries?: object }
  const others = Object.entries(written).filter(([name]) => !(name in entries))
  const said: Said = Object.fromEntries(others.map(([name, value]) => [name.toLowerCase(), value]))
  const isAny = (names: readonly string[], holds: (value: unknown) => boolean) =>
    names.some((name) => holds(said[name]))
  const hasFields = others.length < Object.keys(written).length
  const isKnown = hasFields || 'id' in said
  const hasSucceeded = isAny(OUTCOMES, (value) => booleanOf(value) === true)
  const status = statusIn(written as Said)
  const isStatus = 'status' in written && !('id' in written)
  const isRefused =
    isAny(OUTCOMES, (value) => booleanOf(value) === false) ||
    (!isKnown && isAny(EFFECTS, (value) => value === false)) ||
    (!isKnown && isAny(STATES, (value) => FAILED.test(String(value)))) ||
    (isStatus && FAILED.test(String((written as Said).status))) ||
    ((isStatus || !isKnown) && status !== undefined) ||
    ((isWrite || !hasFields) && !hasSucceeded && isAny(FAULTS, isFault))
  if (isRefused) return new ApiError(reasonIn(said) ?? REJECTED, status ?? UNPROCESSABLE, written)
  const wrapped = WRAPPERS.map((name) => failureOf(schema, said[name], isWrite))
  return wrapped.find((each) => each !== null) ?? null
}

const isFault = (fault: unknown) =>
  Boolean(fault) && Object.keys(Object(fault)).length + Number(fault === true) > 0

function statusIn({ status, statusCode, code }: Said): number | undefined {
  return [status, statusCode, code].map(Number).find((number) => number >= 400 && number < 600)
}

/** The fields that explain a rejection, the clearest first. */
const REASONS = [
  ...['message', 'error', 'errors', 'detail', 'details', 'error_description', 'msg', 'reason', 'title'],
  ...['exception', 'fault', 'faultstring', 'description', ...WRAPPERS],
]

/** Returns the first text that explains a rejection; null if there is none, or only a web page or a status in words. */
export function reasonIn(said: unknown): string | null {
  if (typeof said === 'string') return isReason(said) ? said.trim() : null
  if (typeof said !== 'object' || said === null) return null
  const given = said as Said
  const named = REASONS.map((name) => given[name]).filter((value) => value !== undefined)
  // An object of errors has the names of the fields.
  for (const each of named.length > 0 ? named : Object.values(given)) {
    const text = reasonIn(each)
    if (text) return text
  }
  return null
}

const isReason = (text: string) =>
  text.trim() !== '' &&
  text.length <= LONGEST_REASON &&
  !text.trimStart().startsWith('<') &&
  !STATUS_NAME.test(text)

const UNKNOWN =
  /\b(?:unknown|unexpected|unrecogni[sz]ed|unpermitted|extra|additional|prohibited|no such|not (?:allowed|permitted|supported|exist|be mapped|in schema)|could not find)\b/i
const OUTDATED =
  /stale|outdated|out of date|conflict|chang|modif|newer|concurren|match|version|another|someone/i

/** Returns a text without what differs between notations of a name, as in `add_note` and `addNote`. */
const lettersOf = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '')

/**
 * Returns which parts of a request the API rejected because it does not know them; none if its data may have changed.
 * `updated_at` protects these data, so it is unknown only if the API says so, or nothing at all.
 */
export function unknownParts({ details }: ApiError, parts: readonly string[]): readonly string[] {
  const text = typeof details === 'string' ? details : JSON.stringify(details ?? '')
  const isObject = typeof details === 'object' && details !== null
  if (isObject ? isStatusName(details as Said) : reasonIn(details) === null) return parts
  if (OUTDATED.test(text)) return []
  const isUnknown = UNKNOWN.test(text.replaceAll(/[_-]/g, ' '))
  const named = parts.filter((name) => lettersOf(text).includes(lettersOf(name)))
  if (named.length > 0) return isUnknown ? named : named.filter((name) => name !== 'updated_at')
  return isUnknown ? parts : []
}

/** Returns whether a body only repeats its status, as in `{"detail": "Not found."}`. */
const isStatusName = (body: Said) =>
  Object.values(body).every(
    (value) => (typeof value === 'string' && STATUS_NAME.test(value)) || Number(value) >= 400,
  )

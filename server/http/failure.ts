import { NoSlot } from '../base/slots.ts'

/** The response to an unexpected error. */
export interface Failure {
  status: 400 | 404 | 500 | 503
  message: string
  headers: Record<string, string>
}

/**
 * Error codes of sockets, and SQLSTATE classes: connection lost, out of resources, shutting down, canceled after a
 * timeout, read-only, I/O error.
 */
const UNAVAILABLE =
  /^(E(CONNREFUSED|CONNRESET|NOTFOUND|AI_AGAIN|TIMEDOUT|PIPE|HOSTUNREACH|NETUNREACH)|(08|53)\w{3}|57(P\w\w|014)|25006|58030)$/
/** Messages of errors without a code from pg, its pool, and PGlite. */
const UNAVAILABLE_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (has encountered|was closed)|PGlite is closed|driver has already been destroyed)/

/** The SQLSTATE of a row that references a missing one. */
const FOREIGN_KEY_VIOLATION = '23503'

const codeOf = (error: unknown) => String((error as { code?: unknown } | null)?.code ?? '')

/** Returns whether the database is currently unreachable or cannot store anything. */
export function isDatabaseDown(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.some(isDatabaseDown)
  return UNAVAILABLE.test(codeOf(error)) || UNAVAILABLE_MESSAGE.test(error.message)
}

/** Returns whether the client disconnected before its request was complete. */
function isCutShort(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (
    error.name === 'AbortError' ||
    /^(Client connection prematurely closed|(Error: )?aborted$)/.test(error.message)
  )
}

/** Returns whether a row references an organization that the product does not have. */
function isForUnknownOrganization(error: unknown): boolean {
  if (codeOf(error) !== FOREIGN_KEY_VIOLATION) return false
  return /_organization_id_fkey$/.test(String((error as { constraint?: unknown }).constraint))
}

export function failureOf(error: unknown): Failure {
  if (isCutShort(error)) return { status: 400, message: 'The request was cut off', headers: {} }
  if (isForUnknownOrganization(error)) {
    return { status: 404, message: 'This organization is not set up yet', headers: {} }
  }
  if (isDatabaseDown(error)) {
    return {
      status: 503,
      message: 'The database is not available right now. Please try again',
      headers: { 'Retry-After': '5' },
    }
  }
  if (error instanceof NoSlot) {
    return {
      status: 503,
      message: 'The server is busy right now. Please try again',
      headers: { 'Retry-After': '5' },
    }
  }
  return { status: 500, message: 'Something went wrong on our side. Please try again', headers: {} }
}

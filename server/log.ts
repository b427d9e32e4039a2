import { tryGetContext } from 'hono/context-storage'
import type { RequestIdVariables } from 'hono/request-id'
import { type DestinationStream, type Logger, pino } from 'pino'
import { StartupError } from './errors.ts'

/** The request on whose behalf something is logged, wherever that happens. */
function currentRequest(): { requestId?: string } {
  const requestId = tryGetContext<{ Variables: RequestIdVariables }>()?.get('requestId')
  return requestId === undefined ? {} : { requestId }
}

/**
 * What a log may say of a failure. PostgreSQL's messages and details quote values, which may be people's
 * names and addresses: of its errors (five-letter SQLSTATE) only the code and the place remain, and so of all
 * errors `inRequest`, whose messages may quote what was sent.
 */
export function failureForLog(error: unknown, { inRequest = false } = {}): unknown {
  if (!(error instanceof Error)) return { type: typeof error }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  const isFromDatabase = code !== undefined && /^[0-9A-Z]{5}$/.test(code)
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: error.name,
    ...(code === undefined ? {} : { code }),
    ...(isFromDatabase || inRequest ? {} : { message: error.message }),
    stack: frames.join('\n'),
  }
}

/**
 * The companion's log: JSON lines on standard output; only warnings and worse when a person is watching.
 * Throws StartupError for a level that does not exist.
 */
export function createLog(options: {
  level?: string | undefined
  isWatched: boolean
  to?: DestinationStream
}): Logger {
  const level = options.level || (options.isWatched ? 'warn' : 'info')
  const levels = [...Object.values(pino.levels.labels), 'silent']
  if (!levels.includes(level)) {
    throw new StartupError(`LOG_LEVEL must be one of ${levels.join(', ')}, not "${level}".`)
  }
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: (error: unknown) => failureForLog(error) },
      mixin: currentRequest,
    },
    options.to ?? pino.destination(1),
  )
}

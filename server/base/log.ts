import { tryGetContext } from 'hono/context-storage'
import type { RequestIdVariables } from 'hono/request-id'
import { type DestinationStream, type Logger, pino } from 'pino'
import { StartupError } from './errors.ts'

/** The number of pino's warn level. */
const WARN = 40

function currentRequest(): { requestId?: string } {
  const requestId = tryGetContext<{ Variables: RequestIdVariables }>()?.get('requestId')
  return requestId === undefined ? {} : { requestId }
}

/**
 * Returns the parts of an error that a log may contain. PostgreSQL's messages and details quote values, which can be
 * personal data, so only the code and location of its errors (five-character SQLSTATE) remain. The same applies to all
 * errors `inRequest`, because their messages can quote the request.
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
 * Creates the server's log: JSON lines on standard output; in a terminal, only warnings and errors. Throws
 * StartupError for an unknown level.
 */
export function createLog(options: {
  level?: string | undefined
  isWatched: boolean
  /** Called for each written line at the levels warn, error, and fatal. */
  onTrouble?: ((line: { level: string; message: string }) => void) | undefined
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
      hooks: {
        logMethod(args, method, number) {
          const [first, second] = args as unknown[]
          const message = typeof first === 'string' ? first : second
          if (number >= WARN && typeof message === 'string') {
            options.onTrouble?.({ level: pino.levels.labels[number] ?? '', message })
          }
          method.apply(this, args)
        },
      },
    },
    options.to ?? pino.destination(1),
  )
}

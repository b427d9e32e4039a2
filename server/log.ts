import { type Logger, pino } from 'pino'

/**
 * What a log may say of a failure. PostgreSQL's messages and details quote values, which may be people's
 * names and addresses: of its errors (five-letter SQLSTATE) only the code and the place remain.
 */
export function failureForLog(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  const isFromDatabase = code !== undefined && /^[0-9A-Z]{5}$/.test(code)
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: error.name,
    ...(code === undefined ? {} : { code }),
    ...(isFromDatabase ? {} : { message: error.message }),
    stack: frames.join('\n'),
  }
}

/** The companion's log: JSON lines on standard output; only warnings and worse when a person is watching. */
export function createLog(options: { level?: string; isWatched: boolean }): Logger {
  return pino({
    level: options.level ?? (options.isWatched ? 'warn' : 'info'),
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: failureForLog },
  })
}

/** Logs a warning for developers to the browser console. Do not log personal data. */
export function logWarning(message: string, cause?: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the only place that writes to the console; section 8 requires it.
  console.warn(message, ...(cause === undefined ? [] : [cause]))
}

/** Like `logWarning`, but for information. */
export function logNote(message: string): void {
  // biome-ignore lint/suspicious/noConsole: as above.
  console.info(message)
}

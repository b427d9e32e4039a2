/** Notes for developers, in the browser's console, what no one has to act on. Nothing personal belongs here. */
export function logWarning(message: string, cause?: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the one place that writes there; section 8 asks for it.
  console.warn(message, ...(cause === undefined ? [] : [cause]))
}

/** As `logWarning`, for what is as it should be. */
export function logNote(message: string): void {
  // biome-ignore lint/suspicious/noConsole: as above.
  console.info(message)
}

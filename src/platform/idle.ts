/** Resolves when the page has nothing urgent to do, at the latest after `timeout` milliseconds. */
export function whenIdle(timeout = 2_000): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout })
    else setTimeout(resolve, 0)
  })
}

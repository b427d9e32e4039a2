/** Resolves when the page is idle, at the latest after `timeout` milliseconds. */
export function whenIdle(timeout = 2_000): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout })
    else setTimeout(resolve, 0)
  })
}

/** Calls `work` once the page is loaded and idle. */
export function afterLoad(work: () => void): void {
  const rest = () => void whenIdle(5_000).then(work)
  if (document.readyState === 'complete') rest()
  else addEventListener('load', rest, { once: true })
}

/**
 * Calls `work` after the next paint, or immediately if the page is hidden or has no frames. Returns a function that
 * cancels it.
 */
export function afterPaint(work: () => void): () => void {
  if (!('requestAnimationFrame' in globalThis) || document.hidden) {
    work()
    return () => {}
  }
  let task: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    task = setTimeout(work)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(task)
  }
}

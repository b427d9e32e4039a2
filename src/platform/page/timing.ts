/** Resolves when the page is idle, or after `timeout` milliseconds at the latest. */
export function whenIdle(timeout = 2_000): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout })
    else setTimeout(resolve, 0)
  })
}

/** Calls `work` when the page is loaded and idle. */
export function afterLoad(work: () => void): void {
  const rest = () => void whenIdle(5_000).then(work)
  if (document.readyState === 'complete') rest()
  else addEventListener('load', rest, { once: true })
}

/**
 * Calls `work` after the next paint, or immediately if the page is hidden or does not render frames. Returns a function
 * that cancels the call.
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

/**
 * Milliseconds of work before the page can handle input and paint. With this value, frames take 50 ms on a slow device.
 */
const TURN = 10

/** Resolves after the page has handled pending input. Unlike a timer, it is not delayed in hidden tabs. */
export function nextTurn(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: { yield?: () => Promise<void> } }
  if (scheduler?.yield) return scheduler.yield()
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}

/** Converts the items of a long list without blocking the page. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  convert: (item: Item, index: number) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  let begun = performance.now()
  for (const [index, item] of items.entries()) {
    if (performance.now() - begun > TURN) {
      await nextTurn()
      begun = performance.now()
    }
    results.push(convert(item, index))
  }
  return results
}

/** Resolves when the page has nothing urgent to do, at the latest after `timeout` milliseconds. */
export function whenIdle(timeout = 2_000): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout })
    else setTimeout(resolve, 0)
  })
}

/** Does `work` once the page has loaded and has nothing urgent to do: what is not needed to show it belongs there. */
export function afterLoad(work: () => void): void {
  const rest = () => void whenIdle(5_000).then(work)
  if (document.readyState === 'complete') rest()
  else addEventListener('load', rest, { once: true })
}

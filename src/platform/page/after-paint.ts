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

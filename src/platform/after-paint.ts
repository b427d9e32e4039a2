/**
 * Does `work` once the frame under way is on screen, so that it holds nothing up that is seen; at once where nothing is
 * drawn. Answers with the way to call it off.
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

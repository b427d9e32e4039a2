const USES = ['pointerdown', 'touchmove', 'wheel', 'keydown'] as const
/** Milliseconds within which content can change where the page is scrolled to. */
const PATIENCE = 10_000

let stop = () => {}

/**
 * Calls `scroll` now and whenever the document's height changes, until it returns true. Stops after 10 seconds, as soon
 * as the user does anything, and when another call or another page replaces it.
 */
export function scrollAsItLoads(scroll: () => boolean): void {
  stop()
  const height = new ResizeObserver(() => {
    if (scroll()) end()
  })
  const timer = setTimeout(end, PATIENCE)
  function end(): void {
    height.disconnect()
    clearTimeout(timer)
    for (const use of USES) removeEventListener(use, end)
    document.removeEventListener('astro:before-preparation', end)
  }
  stop = end
  for (const use of USES) addEventListener(use, end, { passive: true })
  document.addEventListener('astro:before-preparation', end)
  if (scroll()) end()
  else height.observe(document.body)
}

/** Scrolls down to `top` as soon as the content is tall enough. */
export function restoreScroll(top: number): void {
  scrollAsItLoads(() => {
    if (document.documentElement.scrollHeight < top + innerHeight) return false
    scrollTo({ top, behavior: 'instant' })
    return true
  })
}

/**
 * Tells an element how far below the top of the window it begins, in `--panel-top`, so that its style sheet can let it
 * end at the bottom, wherever it begins. Returns the stop function.
 */
export function fitToWindow(panel: HTMLElement): () => void {
  const place = () => {
    const { top } = panel.getBoundingClientRect()
    panel.style.setProperty('--panel-top', `${Math.max(0, Math.round(top))}px`)
  }
  place()
  const page = new ResizeObserver(place)
  page.observe(document.body)
  addEventListener('scroll', place, { passive: true })
  addEventListener('resize', place)
  return () => {
    page.disconnect()
    removeEventListener('scroll', place)
    removeEventListener('resize', place)
  }
}

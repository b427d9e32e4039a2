/**
 * Sets `--panel-top` on an element to its distance from the top of the window, so that its style sheet can extend it to
 * the bottom of the window. Returns the stop function.
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

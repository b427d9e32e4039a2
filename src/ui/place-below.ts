/** The gap in pixels between an open box and its button, and between the box and the edge of the window. */
const GAP = 4

/**
 * Places an open popover below its button, or above it if there is no room, within the window. Repositions it whenever
 * the window is resized, and closes it if resizing hides the button.
 */
export function placeBelow(button: HTMLElement, box: HTMLElement): void {
  place(button, box)
  const follow = () => {
    if (!box.isConnected) removeEventListener('resize', follow)
    else if (button.checkVisibility()) place(button, box)
    else box.hidePopover()
  }
  addEventListener('resize', follow)
  box.addEventListener('beforetoggle', () => removeEventListener('resize', follow), { once: true })
}

/** Sets the custom properties `--top` and `--left`. */
function place(button: HTMLElement, box: HTMLElement): void {
  const at = button.getBoundingClientRect()
  const { offsetWidth, offsetHeight, style } = box
  const below = at.bottom + GAP
  const fitsBelow = below + offsetHeight <= innerHeight - GAP
  const top = fitsBelow ? below : Math.max(GAP, at.top - GAP - offsetHeight)
  const left = at.left + offsetWidth <= innerWidth - GAP ? at.left : at.right - offsetWidth
  style.setProperty('--top', `${top}px`)
  style.setProperty('--left', `${Math.max(GAP, left)}px`)
}

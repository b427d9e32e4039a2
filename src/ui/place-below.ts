/** The gap in pixels between an open box and its button, and between the box and the edge of the window. */
const GAP = 4

/**
 * Places an open popover below its button, or above it if there is no room, within the window. Repositions it whenever
 * the button moves or the window is resized, and closes it if the button is hidden.
 */
export function placeBelow(button: HTMLElement, box: HTMLElement): void {
  keepPlaced(button, box, below)
}

/** Like {@link placeBelow}, but the popover covers the button. */
export function placeOver(button: HTMLElement, box: HTMLElement): void {
  keepPlaced(button, box, (at) => at.top)
}

type Top = (at: DOMRect, height: number) => number

function keepPlaced(button: HTMLElement, box: HTMLElement, top: Top): void {
  let frame = 0
  let placedAt = ''
  // No event reports that other content has moved the button.
  const follow = () => {
    if (!box.isConnected) return
    if (!button.checkVisibility()) {
      box.hidePopover()
      return
    }
    const at = JSON.stringify([button.getBoundingClientRect(), innerWidth, innerHeight])
    if (at !== placedAt) place(button, box, top)
    placedAt = at
    frame = requestAnimationFrame(follow)
  }
  box.addEventListener('beforetoggle', () => cancelAnimationFrame(frame), { once: true })
  follow()
}

/** Returns the top edge of a box of a height below a button, or above it if there is no room. */
function below({ top, bottom }: DOMRect, height: number): number {
  const fits = bottom + GAP + height <= innerHeight - GAP
  return fits ? bottom + GAP : Math.max(GAP, top - GAP - height)
}

/** Sets the custom properties `--top` and `--left`. */
function place(button: HTMLElement, { offsetWidth, offsetHeight, style }: HTMLElement, top: Top): void {
  const at = button.getBoundingClientRect()
  const left = at.left + offsetWidth <= innerWidth - GAP ? at.left : at.right - offsetWidth
  const lowest = Math.max(GAP, innerHeight - GAP - offsetHeight)
  style.setProperty('--top', `${Math.min(top(at, offsetHeight), lowest)}px`)
  style.setProperty('--left', `${Math.max(GAP, left)}px`)
}

/** The gap in pixels between an open box and its button, and between the box and the edge of the window. */
const GAP = 4

/**
 * Places an open popover below its button, or above it if there is no room, within the window. Repositions it whenever
 * the window is resized, and closes it if resizing hides the button.
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
  place(button, box, top)
  const follow = () => {
    if (!box.isConnected) removeEventListener('resize', follow)
    else if (button.checkVisibility()) place(button, box, top)
    else box.hidePopover()
  }
  addEventListener('resize', follow)
  box.addEventListener('beforetoggle', () => removeEventListener('resize', follow), { once: true })
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
  style.setProperty('--top', `${top(at, offsetHeight)}px`)
  style.setProperty('--left', `${Math.max(GAP, left)}px`)
}

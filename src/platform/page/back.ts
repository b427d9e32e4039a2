/** Sheets and menus, which are above all dialogs. Toasts and tooltips are none. */
const menus = () => [
  ...document.querySelectorAll<HTMLElement>('[popover]:not([popover="manual"]):popover-open'),
]
/** The dialogs without a history entry of their own. */
const dialogs = () => [...document.querySelectorAll<HTMLDialogElement>('dialog:modal:not([data-in-history])')]

/** Closes an overlay as Escape does. */
function dismiss(overlay: HTMLElement): void {
  if (!(overlay instanceof HTMLDialogElement)) overlay.hidePopover()
  else if (overlay.dispatchEvent(new Event('cancel', { cancelable: true }))) overlay.close()
}

/**
 * Lets the user's Back close the topmost dialog, menu, or sheet instead of leaving the page or the panel. If the browser
 * insists on going back or forward, everything closes, so that nothing floats above another page. Browsers without the
 * Navigation API leave the page, as does Back to a page of another document.
 */
export function closeOnBack(): void {
  const navigation = globalThis.navigation as Navigation | undefined
  navigation?.addEventListener('navigate', (event) => {
    if (event.navigationType !== 'traverse' || !event.userInitiated) return
    const open = [...dialogs(), ...menus()]
    const top = open.at(-1)
    const isBack = event.destination.index < (navigation.currentEntry?.index ?? 0)
    if (top && isBack && event.cancelable) {
      event.preventDefault()
      dismiss(top)
      return
    }
    for (const overlay of open.toReversed()) dismiss(overlay)
  })
}

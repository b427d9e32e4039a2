/**
 * Returns focus to a button or field that was disabled while it waited, once it is enabled again, because browsers
 * remove focus from a disabled element. Does nothing if focus has moved elsewhere in the meantime.
 */
export function keepFocusWhileDisabled(): void {
  let waiting: Element | null = null
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      const { activeElement, body } = document
      const element = target as HTMLButtonElement
      if (element === activeElement && element.disabled) waiting = element
      else if (element === waiting && !element.disabled) {
        waiting = null
        if (activeElement === body || activeElement?.tagName === 'DIALOG')
          element.focus({ preventScroll: true })
      }
    }
  }).observe(document, { attributeFilter: ['disabled'], subtree: true })
}

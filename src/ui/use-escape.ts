import { useLayoutEffect } from 'react'

/** Whether something above the page closes on Escape instead. */
const isCovered = () => document.querySelector('.menu:popover-open, dialog[open]') !== null

/** Calls `close` on Escape, for what is beside the content of a page. */
export function useEscape(close: () => void): void {
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isCovered()) return
      event.preventDefault()
      close()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [close])
}

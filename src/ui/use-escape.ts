import { useLayoutEffect } from 'react'

/** Returns whether an element above the page handles Escape instead. */
const isCovered = () => document.querySelector('.menu:popover-open, dialog[open]') !== null

/** Calls `close` on Escape while `isOpen`, for panels next to a page's content. */
export function useEscape(close: () => void, isOpen = true): void {
  useLayoutEffect(() => {
    if (!isOpen) return undefined
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isCovered()) return
      event.preventDefault()
      close()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [close, isOpen])
}

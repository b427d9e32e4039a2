import { type RefObject, useEffect, useRef } from 'react'

/**
 * Keeps the dialog in the part of a phone's screen that the on-screen keyboard doesn't cover, by setting the custom
 * properties `--visible-top` and `--visible-height`. Returns the ref for the field.
 */
export function useKeyboardInset(dialog: HTMLDialogElement): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const { visualViewport } = window
    if (!visualViewport) return
    const place = () => {
      dialog.style.setProperty('--visible-top', `${visualViewport.offsetTop}px`)
      dialog.style.setProperty('--visible-height', `${visualViewport.height}px`)
    }
    place()
    visualViewport.addEventListener('resize', place)
    visualViewport.addEventListener('scroll', place)
    return () => {
      visualViewport.removeEventListener('resize', place)
      visualViewport.removeEventListener('scroll', place)
    }
  }, [dialog])
  return input
}

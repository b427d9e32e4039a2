import { type FocusEvent, useLayoutEffect, useRef } from 'react'

/**
 * Returns props for a bar whose buttons disappear or become disabled when pressed. Focus then moves to the bar. If the
 * bar disappears too, focus returns to the previous element, or to the page's heading.
 */
export function useFocusReturn() {
  const bar = useRef<HTMLElement>(null)
  const isInside = useRef(false)
  const origin = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const { activeElement, body } = document
    if (!isInside.current || (activeElement && activeElement !== body)) return
    isInside.current = bar.current !== null
    const back = origin.current?.isConnected ? origin.current : document.querySelector<HTMLElement>('main h1')
    const next = bar.current ?? back
    next?.focus({ preventScroll: true })
  })
  return {
    ref: bar,
    tabIndex: -1,
    onFocus: ({ currentTarget, relatedTarget }: FocusEvent) => {
      isInside.current = true
      if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
        origin.current = relatedTarget
    },
    onBlur: ({ target }: FocusEvent) => {
      isInside.current = target.matches(':disabled')
    },
  }
}

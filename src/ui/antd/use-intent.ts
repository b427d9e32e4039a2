import { type FocusEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { Control } from './control.ts'

/** What a control offers to take the focus from its stand-in. */
const FOCUSABLE = 'input:not([type="file"]), button, [tabindex="0"]'

/** The events of a stand-in. */
export interface IntentEvents {
  onPointerEnter: () => void
  onPointerDown: () => void
  onFocus: (event: FocusEvent<HTMLElement>) => void
  onBlur: () => void
}

/**
 * Swaps a native stand-in for its control once the pointer or the focus reaches it. Spread `events` over the stand-in,
 * and let `box` contain whichever of the two is shown: the control takes over the focus and the selection. `isPressed`
 * tells whether the user has already pressed the stand-in, so that the control starts open.
 */
export function useIntent<Props>(control: Control<Props>, box: RefObject<HTMLElement | null>) {
  const [isWanted, setWanted] = useState(false)
  const [isPressed, setPressed] = useState(false)
  const focused = useRef<HTMLElement>(null)
  const Part = control.useWhen(isWanted)
  useLayoutEffect(() => {
    const standIn = focused.current
    if (!Part || !standIn) return
    focused.current = null
    const target = box.current?.querySelector<HTMLElement>(FOCUSABLE)
    target?.focus()
    if (target instanceof HTMLInputElement && standIn instanceof HTMLInputElement) {
      target.setSelectionRange(standIn.selectionStart, standIn.selectionEnd)
    }
  }, [Part, box])
  const want = () => setWanted(true)
  const events: IntentEvents = {
    onPointerEnter: want,
    onPointerDown: () => {
      want()
      setPressed(true)
    },
    onFocus: ({ currentTarget }) => {
      focused.current = currentTarget
      want()
    },
    onBlur: () => {
      focused.current = null
      setPressed(false)
    },
  }
  return { Part, isPressed, want, events }
}

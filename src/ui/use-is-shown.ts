import { type RefObject, useEffect, useRef } from 'react'

/** Returns a ref that says whether the component is still shown, for what is done after an answer. */
export function useIsShown(): RefObject<boolean> {
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return isShown
}

import { type RefObject, useEffect, useRef } from 'react'
import { mountSwitcher } from './switcher.ts'

/** Clerk's switcher in the element that the answer refers to, for as long as that stands. */
export function useSwitcher(): RefObject<HTMLDivElement | null> {
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const place = host.current
    if (!place) return
    const mounted = mountSwitcher(place)
    return () => {
      void mounted.then((unmount) => unmount())
    }
  }, [])
  return host
}

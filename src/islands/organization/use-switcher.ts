import { type RefObject, useEffect, useRef } from 'react'
import { mountSwitcher } from './switcher.ts'

/** Returns a ref. Mounts Clerk's switcher in the ref's element for as long as the element exists. */
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

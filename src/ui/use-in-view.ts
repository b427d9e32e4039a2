import { type RefObject, useEffect, useState } from 'react'

/** Returns whether an element has come into view. Use a negative `margin` for elements that cover the viewport. */
export function useInView(place: RefObject<HTMLElement | null>, margin = '0px'): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (!place.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        setSeen(true)
      },
      { rootMargin: margin },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [place, margin])
  return isSeen
}

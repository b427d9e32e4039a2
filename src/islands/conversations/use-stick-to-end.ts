import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { isPageHidden, onPageVisibility } from '../../platform/page/page-state.ts'

/** Distance in pixels from the end within which the list counts as scrolled to the end. */
const NEAR = 48

interface Options {
  /** The id of the last message. */
  latest: string | undefined
  /** Changes with each message that the user writes. */
  own: string | undefined
  onSeen: (() => void) | undefined
}

interface Sticking {
  box: RefObject<HTMLElement | null>
  /** The element that wraps the box's content. */
  content: RefObject<HTMLDivElement | null>
  end: RefObject<HTMLDivElement | null>
  /** Whether messages have arrived below the visible part. */
  hasNews: boolean
  toEnd: () => void
}

/**
 * Keeps a scrolling list at its end while messages arrive, photos load, the keyboard opens, or the field grows, until
 * the user scrolls up. Calls `onSeen` whenever the end is visible on a visible page.
 */
export function useStickToEnd({ latest, own, onSeen }: Options): Sticking {
  const box = useRef<HTMLElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const end = useRef<HTMLDivElement>(null)
  const isStuck = useRef(true)
  const isInView = useRef(false)
  const seen = useRef(onSeen)
  const [hasNews, setNews] = useState(false)

  const toEnd = useCallback(() => {
    isStuck.current = true
    setNews(false)
    box.current?.scrollTo({ top: box.current.scrollHeight })
  }, [])

  useLayoutEffect(() => {
    if (latest === undefined) return
    if (isStuck.current) toEnd()
    else setNews(true)
  }, [latest, toEnd])

  useLayoutEffect(() => {
    if (own !== undefined) toEnd()
  }, [own, toEnd])

  useEffect(() => {
    const list = box.current
    if (!list) return
    const scroll = () => {
      isStuck.current = list.scrollHeight - list.scrollTop - list.clientHeight <= NEAR
      if (isStuck.current) setNews(false)
    }
    list.addEventListener('scroll', scroll, { passive: true })
    const stay = () => {
      if (isStuck.current) list.scrollTo({ top: list.scrollHeight })
    }
    const size = new ResizeObserver(stay)
    size.observe(list)
    if (content.current) size.observe(content.current)
    return () => {
      list.removeEventListener('scroll', scroll)
      size.disconnect()
    }
  }, [])

  useEffect(() => {
    seen.current = onSeen
    if (isInView.current && !isPageHidden()) onSeen?.()
  }, [onSeen])

  useEffect(() => {
    if (!end.current) return
    const look = () => {
      if (isInView.current && !isPageHidden()) seen.current?.()
    }
    const view = new IntersectionObserver((entries) => {
      isInView.current = entries.at(-1)?.isIntersecting ?? false
      look()
    })
    view.observe(end.current)
    const stop = onPageVisibility(look)
    return () => {
      view.disconnect()
      stop()
    }
  }, [])

  return { box, content, end, hasNews, toEnd }
}

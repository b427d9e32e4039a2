import { readTabItem, writeTabItem } from '../storage/storage.ts'

/** A position on a page: the scroll offset, and the `data-place` of the focused element. */
interface ScrollPosition {
  entry: string
  y: number
  focus: string | null
}

const KEY = 'fieldhand.place'

/** Identifies the current history entry, as numbered by the transition router. */
const entryOf = (part: string) => `${history.state?.index ?? ''} ${part}`

function read(): ScrollPosition | null {
  try {
    return JSON.parse(readTabItem(KEY) ?? 'null')
  } catch {
    return null
  }
}

/**
 * Stores the position on this page when the user leaves it. `part` returns the relevant part of the URL. The router's
 * own scroll restoration runs too early, before the rows exist. Returns a function that stops the tracking.
 */
export function trackScrollPosition(part: () => string): () => void {
  const keep = () => {
    const focused = document.activeElement?.closest<HTMLElement>('[data-place]')
    const place: ScrollPosition = {
      entry: entryOf(part()),
      y: scrollY,
      focus: focused?.dataset.place ?? null,
    }
    writeTabItem(KEY, JSON.stringify(place))
  }
  const leave = (event: DocumentEventMap['astro:before-preparation']) => {
    // Back and Forward have already changed the entry.
    if (event.navigationType !== 'traverse') keep()
  }
  document.addEventListener('astro:before-preparation', leave)
  addEventListener('pagehide', keep)
  return () => {
    document.removeEventListener('astro:before-preparation', leave)
    removeEventListener('pagehide', keep)
  }
}

/**
 * Restores the stored position of this history entry. Call it when the rows exist. Restores the position again if a
 * page that is still opening moves the focus to its heading. Returns a function that stops it.
 */
export function restoreScrollPosition(part: string): () => void {
  const place = read()
  if (!place || place.entry !== entryOf(part)) return () => {}
  writeTabItem(KEY, null)
  const go = () => {
    scrollTo({ top: place.y, behavior: 'instant' })
    const focused = document.querySelector<HTMLElement>(`[data-place="${CSS.escape(place.focus ?? '')}"]`)
    focused?.focus({ preventScroll: true })
  }
  go()
  document.addEventListener('astro:page-load', go, { once: true })
  return () => document.removeEventListener('astro:page-load', go)
}

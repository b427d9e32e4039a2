import { readTabItem, writeTabItem } from '../storage/storage.ts'

/** The `data-place` of the focused element in a history entry. */
interface KeptFocus {
  entry: string
  place: string
}

const KEY = 'fieldhand.place'

/** Identifies the current history entry, as numbered by the transition router. */
const entryOf = (part: string) => `${history.state?.index ?? ''} ${part}`

function read(): KeptFocus | null {
  try {
    return JSON.parse(readTabItem(KEY) ?? 'null')
  } catch {
    return null
  }
}

/**
 * Stores which element has the focus when the user leaves this page. `part` returns the relevant part of the URL.
 * Returns a function that stops the tracking.
 */
export function trackFocus(part: () => string): () => void {
  const keep = () => {
    const place = document.activeElement?.closest<HTMLElement>('[data-place]')?.dataset.place
    writeTabItem(KEY, place ? JSON.stringify({ entry: entryOf(part()), place } satisfies KeptFocus) : null)
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
 * Restores the stored focus of this history entry. Call it when the rows exist. Restores it again if a page that is
 * still opening moves the focus to its heading. Returns a function that stops it.
 */
export function restoreFocus(part: string): () => void {
  const kept = read()
  if (kept?.entry !== entryOf(part)) return () => {}
  writeTabItem(KEY, null)
  const go = () => {
    const focused = document.querySelector<HTMLElement>(`[data-place="${CSS.escape(kept.place)}"]`)
    focused?.focus({ preventScroll: true })
  }
  go()
  document.addEventListener('astro:page-load', go, { once: true })
  return () => document.removeEventListener('astro:page-load', go)
}

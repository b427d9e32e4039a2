import { readTabItem, writeTabItem } from './tab-storage.ts'

/** Where on a page its reader was: how far down, and which element, by its `data-place`, had the focus. */
interface Place {
  entry: string
  y: number
  focus: string | null
}

const KEY = 'fieldhand.place'

/** The entry of the history that is shown. The transition router numbers them. */
const entryOf = (part: string) => `${history.state?.index ?? ''} ${part}`

function read(): Place | null {
  try {
    return JSON.parse(readTabItem(KEY) ?? 'null')
  } catch {
    return null
  }
}

/**
 * Remembers where on this page its reader is when it is left for another; `part` says what of the address matters.
 * The router's own memory does not serve pages whose rows come after it has scrolled. Answers with the end.
 */
export function rememberPlace(part: () => string): () => void {
  const keep = () => {
    const focused = document.activeElement?.closest<HTMLElement>('[data-place]')
    const place: Place = { entry: entryOf(part()), y: scrollY, focus: focused?.dataset.place ?? null }
    writeTabItem(KEY, JSON.stringify(place))
  }
  const leave = (event: DocumentEventMap['astro:before-preparation']) => {
    // Back and Forward have changed the entry by now.
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
 * Goes back to where the reader of this entry was, if that is remembered. To be called once the rows stand; a page that
 * is still opening has the focus set to its heading after that, so it is done again then. Answers with the end.
 */
export function returnToPlace(part: string): () => void {
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

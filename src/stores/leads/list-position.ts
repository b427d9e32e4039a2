import { restoreScrollPosition, trackScrollPosition } from '../../platform/page/scroll-position.ts'
import { $leadSearch } from './list.ts'

/** Remembers the scroll offset and the focused lead when the owner leaves the list. Returns the stop function. */
export const trackListPosition = (): (() => void) => trackScrollPosition(() => $leadSearch.get())

/** Restores the remembered place. Call this once the rows exist. Returns the stop function. */
export const restoreListPosition = (): (() => void) => restoreScrollPosition($leadSearch.get())

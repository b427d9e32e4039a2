import { restoreScrollPosition, trackScrollPosition } from '../../platform/page/scroll-position.ts'
import { $leadSearch } from './list.ts'

/** Stores the scroll offset and the focused lead when the owner leaves the list. Returns the stop function. */
export const trackListPosition = (): (() => void) => trackScrollPosition(() => $leadSearch.get())

/** Restores the stored scroll position. Call this once the rows exist. Returns the stop function. */
export const restoreListPosition = (): (() => void) => restoreScrollPosition($leadSearch.get())

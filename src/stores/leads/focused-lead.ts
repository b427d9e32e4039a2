import { restoreFocus, trackFocus } from '../../platform/page/kept-focus.ts'
import { $leadSearch } from './list.ts'

/** Stores the focused lead when the owner leaves the list. Returns the stop function. */
export const trackFocusedLead = (): (() => void) => trackFocus(() => $leadSearch.get())

/** Focuses the stored lead. Call this once the rows exist. Returns the stop function. */
export const restoreFocusedLead = (): (() => void) => restoreFocus($leadSearch.get())

import { rememberPlace, returnToPlace } from '../../platform/page/scroll-place.ts'
import { $leadSearch } from './list.ts'

/** Remembers scroll offset and focused lead when the owner leaves the list. Returns a function that stops it. */
export const rememberListPlace = (): (() => void) => rememberPlace(() => $leadSearch.get())

/** Restores the remembered place. Call it once the rows exist. Returns a function that stops it. */
export const returnToListPlace = (): (() => void) => returnToPlace($leadSearch.get())

import { rememberPlace, returnToPlace } from '../platform/scroll-place.ts'
import { $leadSearch } from './lead-list.ts'

/** Remembers how far down the list the owner is when leaving it, and which lead has the focus. Answers with the end. */
export const rememberListPlace = (): (() => void) => rememberPlace(() => $leadSearch.get())

/** Back on the list, goes there again. To be called once the rows stand. Answers with the end. */
export const returnToListPlace = (): (() => void) => returnToPlace($leadSearch.get())

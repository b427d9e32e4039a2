import { atom, type ReadableAtom } from 'nanostores'

const $search = atom(false)

/** Whether the search field is open on a phone even without a search text. */
export const $isSearchOpen: ReadableAtom<boolean> = $search

/** Shows or hides the search field on a phone. */
export function openSearch(isOpen: boolean): void {
  $search.set(isOpen)
}

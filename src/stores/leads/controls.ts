import { atom, type ReadableAtom } from 'nanostores'

const $search = atom(false)

/** Whether a phone shows the search field without a search text. */
export const $isSearchOpen: ReadableAtom<boolean> = $search

/** Shows or hides the search field of a phone. */
export function openSearch(isOpen: boolean): void {
  $search.set(isOpen)
}

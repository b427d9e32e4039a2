import { atom, computed, type ReadableAtom } from 'nanostores'
import {
  ALL_CONVERSATIONS,
  type InboxFilter,
  readInboxFilter,
  writeInboxFilter,
} from '../../domain/conversations/filter.ts'
import { searchable } from '../../domain/leads/filter.ts'
import { currentUrl, replaceSearch, searchText } from '../../platform/page/navigation.ts'

/** Milliseconds without a keystroke before the server is queried. */
const TYPING_PAUSE = 250

const $shown = atom<InboxFilter>(ALL_CONVERSATIONS)
const $applied = atom<InboxFilter>(ALL_CONVERSATIONS)

/** The filter in the controls. */
export const $inboxFilter: ReadableAtom<InboxFilter> = $shown

/** The filter of the rows and the URL: the one in the controls, after a typing pause. */
export const $appliedFilter: ReadableAtom<InboxFilter> = $applied

/** The filter as a URL query, such as `?unread=true`; empty without a filter. */
export const $inboxSearch: ReadableAtom<string> = computed($applied, (filter) =>
  searchText(writeInboxFilter(filter)),
)

let pause: ReturnType<typeof setTimeout> | undefined

function apply(): void {
  clearTimeout(pause)
  $applied.set($shown.get())
  replaceSearch(writeInboxFilter($shown.get()))
}

/** Reads the filter from the URL. Call this when the page opens. */
export function openInboxFilter(): void {
  clearTimeout(pause)
  $shown.set(readInboxFilter(currentUrl().searchParams))
  $applied.set($shown.get())
}

/** Drops the filter and any pending typing. Call this when leaving the page. */
export function closeInboxFilter(): void {
  clearTimeout(pause)
  $shown.set(ALL_CONVERSATIONS)
  $applied.set(ALL_CONVERSATIONS)
}

/** Applies pending typing. Call this before adding a history entry. */
export function flushInboxSearch(): void {
  if ($applied.get() !== $shown.get()) apply()
}

/** Searches the messages once the user pauses typing. */
export function searchConversations(search: string): void {
  $shown.set({ ...$shown.get(), search: searchable(search) })
  clearTimeout(pause)
  pause = setTimeout(apply, TYPING_PAUSE)
}

/** Changes conditions and applies pending typing. */
export function changeInboxFilter(change: Partial<InboxFilter>): void {
  $shown.set({ ...$shown.get(), ...change })
  apply()
}

/** Removes the search and all conditions. */
export const clearInboxFilter = (): void => changeInboxFilter(ALL_CONVERSATIONS)

const $search = atom(false)

/** Whether the search field is open on a phone even without a search text. */
export const $isInboxSearchOpen: ReadableAtom<boolean> = $search

/** Shows or hides the search field on a phone. */
export function openInboxSearch(isOpen: boolean): void {
  $search.set(isOpen)
}

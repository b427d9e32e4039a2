import { atom, type ReadableAtom } from 'nanostores'

const $present = atom<boolean | null>(null)

/**
 * Whether the API has conversations; null until known. The code that pages load first imports this instead of the
 * conversations.
 */
export const $hasInbox: ReadableAtom<boolean | null> = $present

/** Records whether the API has conversations; null if that is unknown. */
export function noteInbox(isThere: boolean | null): void {
  $present.set(isThere)
}

import { atom, type ReadableAtom } from 'nanostores'

const $present = atom<boolean | null>(null)

/** Whether the API has conversations; null until known. What pages load first reads this, and not the conversations. */
export const $hasInbox: ReadableAtom<boolean | null> = $present

/** Notes whether the API has conversations; null if that is not known. */
export function noteInbox(isThere: boolean | null): void {
  $present.set(isThere)
}

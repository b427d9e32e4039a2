import { atom, type ReadableAtom } from 'nanostores'

const $present = atom(false)

/** Whether the API is known to have conversations. What pages load first reads this, and not the conversations. */
export const $isInboxKnown: ReadableAtom<boolean> = $present

/** Notes whether the API has conversations. */
export function noteInbox(isThere: boolean): void {
  $present.set(isThere)
}

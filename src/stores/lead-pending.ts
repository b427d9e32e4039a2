import { atom, computed, type ReadableAtom } from 'nanostores'
import type { LeadChange, MadeChange } from '../domain/outbox.ts'
import { now } from '../platform/clock.ts'
import { $overlay } from './outbox-overlay.ts'

const $pending = atom<readonly MadeChange[]>([])

/** What lists show as done before the server's answers have it: what waits on this device, then what is under way. */
export const $leadChanges: ReadableAtom<readonly MadeChange[]> = computed(
  [$overlay, $pending],
  (waiting, pending) => [...waiting, ...pending],
)

/** Shows a change as done at once; answers with the way back, to be taken when the change is settled either way. */
export function showAtOnce(change: LeadChange): () => void {
  const made: MadeChange = { change, madeAt: now().toISOString() }
  $pending.set([...$pending.get(), made])
  return () => $pending.set($pending.get().filter((each) => each !== made))
}

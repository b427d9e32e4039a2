import { computed } from 'nanostores'
import { $openConversation, enterConversation } from './open.ts'
import { $needing } from './waiting.ts'

/** The other conversations that need a person, in the order in which to answer them. */
export const $otherNeeding = computed([$needing, $openConversation], (needing, open) =>
  needing.filter(({ id }) => id !== open),
)

/** Opens the next conversation that needs a person. Does nothing if there is none. */
export function openNextNeeding(): void {
  const [next] = $otherNeeding.get()
  if (next) enterConversation(next.id)
}

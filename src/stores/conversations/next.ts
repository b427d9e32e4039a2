import { computed } from 'nanostores'
import { $openConversation, enterConversation } from './open.ts'
import { $needing } from './waiting.ts'

/**
 * The other conversations that need a person, in the order in which to answer them: those after the open one, and then
 * those before it.
 */
export const $otherNeeding = computed([$needing, $openConversation], (needing, open) => {
  const at = needing.findIndex(({ id }) => id === open)
  return at === -1 ? needing : [...needing.slice(at + 1), ...needing.slice(0, at)]
})

/** Opens the next conversation that needs a person. Does nothing if there is none. */
export function openNextNeeding(): void {
  const [next] = $otherNeeding.get()
  if (next) enterConversation(next.id)
}

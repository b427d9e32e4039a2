import type { ReadableAtom } from 'nanostores'
import type { LossAnswer } from '../../domain/leads/loss.ts'
import { onOwnerLeft, ownedAtom } from '../session/owner.ts'

interface LossQuestion {
  /** The number of affected leads. */
  count: number
  /** Call once; null leaves the leads unchanged. */
  answer: (answer: LossAnswer | null) => void
}

// Resolves the caller before the store drops the question.
onOwnerLeft(() => $question.get()?.answer(null))
const $question = ownedAtom<LossQuestion | null>(null)

/** The open question why leads were lost. */
export const $lossQuestion: ReadableAtom<LossQuestion | null> = $question

/** Asks why leads were lost. Resolves with null if the owner cancels. */
export function askLossReason(count: number): Promise<LossAnswer | null> {
  $question.get()?.answer(null)
  return new Promise((resolve) => {
    const answer = (given: LossAnswer | null) => {
      $question.set(null)
      resolve(given)
    }
    $question.set({ count, answer })
  })
}

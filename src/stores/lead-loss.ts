import { atom, type ReadableAtom } from 'nanostores'
import type { LossAnswer } from '../domain/lead-loss.ts'

interface LossQuestion {
  /** How many leads it is about. */
  count: number
  /** To be called once; null leaves the leads as they are. */
  answer: (answer: LossAnswer | null) => void
}

const $question = atom<LossQuestion | null>(null)

/** The question that stands open: why leads are lost. */
export const $lossQuestion: ReadableAtom<LossQuestion | null> = $question

/** Asks why leads are lost; null when the owner thinks better of it. */
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

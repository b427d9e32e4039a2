import { useId, useState } from 'react'
import { focus } from './dialog.tsx'

/**
 * Replaces a button with a question. Focus moves to the first answer, which the question describes, and later back to
 * the button. Spread `asking` on the button and `first` on the first answer, and give the text the id `textId`.
 */
export function useQuestion() {
  const [isAsking, setAsking] = useState<boolean | null>(null)
  const textId = useId()
  return {
    isAsking: isAsking === true,
    ask: () => setAsking(true),
    close: () => setAsking(false),
    asking: { ref: isAsking === false ? focus : undefined },
    first: { ref: focus, 'aria-describedby': textId },
    textId,
  }
}

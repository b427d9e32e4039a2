import { atom, onMount, type ReadableAtom } from 'nanostores'
import { SECOND_MS } from '../../domain/time/durations.ts'
import { $conversationEvent } from '../base/live/live.ts'

/** Milliseconds without a new signal after which someone counts as no longer typing. */
const SHOWN = 6 * SECOND_MS

export function visitorTyping(id: string): ReadableAtom<boolean> {
  const $isTyping = atom(false)
  onMount($isTyping, () => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = $conversationEvent.listen((event) => {
      if (event?.conversation_id !== id || event.type === 'conversation_presence') return
      if (event.type === 'conversation_typing' && event.author !== 'visitor') return
      clearTimeout(timer)
      const isTyping = event.type === 'conversation_typing'
      $isTyping.set(isTyping)
      if (isTyping) timer = setTimeout(() => $isTyping.set(false), SHOWN)
    })
    return () => {
      stop()
      clearTimeout(timer)
      $isTyping.set(false)
    }
  })
  return $isTyping
}

import { useCallback } from 'react'
import { UNDO_TIME, useToast, withUndo } from './toast.tsx'

/** Returns a function that shows what the user removed, with Undo. */
export function useUndo(): (text: string, undo: () => void) => void {
  const toast = useToast()
  return useCallback(
    (text, undo) => {
      const key = 'settings-undo'
      toast.info({ key, duration: UNDO_TIME, content: withUndo(text, undo) })
    },
    [toast],
  )
}

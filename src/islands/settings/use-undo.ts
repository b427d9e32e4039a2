import { useCallback } from 'react'
import { useToast, withAction } from '../../ui/toast.tsx'

/** Seconds. */
const OFFERED = 8

/** Returns a function that shows what was removed, with Undo. */
export function useUndo(): (text: string, undo: () => void) => void {
  const toast = useToast()
  return useCallback(
    (text, undo) => {
      const key = 'settings-undo'
      toast.info({ key, duration: OFFERED, content: withAction(text, 'Undo', undo) })
    },
    [toast],
  )
}

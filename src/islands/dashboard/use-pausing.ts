import { useState } from 'react'
import type { Pausable } from '../../contract/pauses.ts'
import { pausedText } from '../../domain/settings/pauses.ts'
import { reasonOf } from '../../stores/base/failures.ts'
import { $now } from '../../stores/base/time.ts'
import { $pauses, pause, resume } from '../../stores/settings/pauses.ts'
import { deviceTimeZone } from '../../stores/settings/profile.ts'
import { UNDO_TIME, useToast, withReason, withUndo } from '../../ui/toast.tsx'

const RESUMED: Record<Pausable, string> = {
  agent: 'The agent answers visitors again',
  booking: 'The agent takes bookings again',
}

/** Returns functions that begin and end pauses, with Undo, and whether one of them is under way. */
export function usePausing() {
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const save = async (what: Pausable, write: () => Promise<unknown>, done: string, undo: () => void) => {
    const key = `pause-${what}`
    setBusy(true)
    try {
      await write()
      toast.success({ key, duration: UNDO_TIME, content: withUndo(done, undo) })
      return true
    } catch (error) {
      toast.error({ key, content: withReason('Failed to save the pause', reasonOf(error)) })
      return false
    } finally {
      setBusy(false)
    }
  }
  const begin = (what: Pausable, until: string | null): Promise<boolean> => {
    const done = pausedText(what, { until }, $now.get(), deviceTimeZone())
    return save(
      what,
      () => pause(what, until),
      done,
      () => void end(what),
    )
  }
  const end = (what: Pausable): Promise<boolean> => {
    const until = $pauses.get()?.[what]?.until ?? null
    return save(
      what,
      () => resume(what),
      RESUMED[what],
      () => void begin(what, until),
    )
  }
  return { begin, end, busy }
}

import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { reasonOf } from '../../stores/base/failures.ts'
import { useToast, withReason } from '../../ui/toast.tsx'

/** Returns a ref that tells whether the component is still mounted. */
export function useIsShown(): RefObject<boolean> {
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return isShown
}

/** Returns whether a task is running, why the last one failed, and a function that runs a task. */
export function useTask() {
  const toast = useToast()
  const isShown = useIsShown()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  /**
   * Runs a task. Never rejects. Resolves with whether the task succeeded and the component is still mounted. `failure`
   * precedes the reason for a failure. `unseen` is the toast's text for a failure after the component has unmounted;
   * without it, no toast is shown.
   */
  const run = useCallback(
    async (task: () => Promise<unknown>, { failure = '', unseen = '' } = {}) => {
      setBusy(true)
      setProblem('')
      let reason = ''
      try {
        await task()
      } catch (error) {
        reason = reasonOf(error)
        setProblem(`${failure} ${reason}`.trim())
        if (!isShown.current && unseen) toast.error({ content: withReason(unseen, reason), duration: 0 })
      }
      setBusy(false)
      return isShown.current && !reason
    },
    [toast, isShown],
  )
  return { isBusy, problem, setProblem, run }
}

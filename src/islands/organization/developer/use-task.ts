import { useState } from 'react'
import { reasonOf } from '../../../stores/shell/failures.ts'
import { useIsShown } from '../../../ui/dialog.tsx'
import { useToast, withReason } from '../../../ui/toast.tsx'

/**
 * Returns whether a task is running, why the last one failed, and how to run one. `run` resolves with whether it has
 * succeeded while the component is still shown. If the component is gone, a toast says the given failure.
 */
export function useTask() {
  const toast = useToast()
  const isShown = useIsShown()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const run = async (task: () => Promise<unknown>, failure?: string): Promise<boolean> => {
    setBusy(true)
    setProblem('')
    let reason = ''
    try {
      await task()
    } catch (error) {
      reason = reasonOf(error)
    }
    if (!isShown.current && failure && reason) {
      toast.error({ content: withReason(failure, reason), duration: 0 })
    }
    setProblem(reason)
    setBusy(false)
    return isShown.current && !reason
  }
  return { isBusy, problem, run }
}

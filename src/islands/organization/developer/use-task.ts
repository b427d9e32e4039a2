import { useState } from 'react'
import { reasonOf } from '../../../stores/shell/failures.ts'

/** Returns whether a task is running, why the last one failed, and how to run one. */
export function useTask() {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const run = async (task: () => Promise<unknown>) => {
    setBusy(true)
    setProblem('')
    try {
      await task()
    } catch (error) {
      setProblem(reasonOf(error))
    }
    setBusy(false)
  }
  return { isBusy, problem, run }
}

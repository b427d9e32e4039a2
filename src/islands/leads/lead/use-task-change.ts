import { type TaskKey, undoTaskChange } from '../../../stores/leads/tasks.ts'
import { reasonOf } from '../../../stores/shell/failures.ts'
import { UNDO_TIME, useToast, withReason, withUndo } from '../../../ui/toast.tsx'

/**
 * Returns a function that makes a change to a task and shows a toast with Undo, then the reason if it fails. The toast
 * comes at once, so that the Undo of an earlier change does not stay beside the result of this one.
 */
export function useTaskChange() {
  const toast = useToast()
  return async (
    task: TaskKey,
    text: string,
    change: () => Promise<void>,
    opposite: () => Promise<void>,
  ): Promise<void> => {
    const key = `task-${task.id}`
    const save = (run: () => Promise<void>) =>
      run().catch((error) =>
        toast.error({ key, content: withReason('Failed to save the task', reasonOf(error)) }),
      )
    const undo = () => {
      toast.destroy(key)
      void save(() => undoTaskChange(task, opposite))
    }
    toast.success({ key, duration: UNDO_TIME, content: withUndo(text, undo) })
    await save(change)
  }
}

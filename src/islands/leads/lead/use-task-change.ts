import { reasonOf } from '../../../stores/base/failures.ts'
import { type TaskKey, undoTaskChange } from '../../../stores/leads/tasks.ts'
import { UNDO_TIME, useToast, withReason, withUndo } from '../../../ui/toast.tsx'

/**
 * Returns a function that changes a task and immediately shows a toast with Undo. If the change fails, shows the
 * reason. The toast doesn't wait for the result, so that it replaces the Undo of an earlier change.
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

import App from 'antd/es/app'
import { useEffect, useRef } from 'react'
import { cancelChange, type Outbox, type OutboxEntry, undoTimeLeft } from '../../../stores/outbox/outbox.ts'
import { reasonOf } from '../../../stores/shell/failures.ts'

/** Offers by a toast to undo each removal, as long as that is possible, on whichever page of leads is open. */
export function useRemovalToasts(removals: Outbox['removals']): void {
  const { message } = App.useApp()
  const shown = useRef(new Set<number>())
  useEffect(() => {
    const toastOf = (key: number) => `removal-${key}`
    const undo = async (entry: OutboxEntry) => {
      const { key } = entry
      shown.current.delete(key)
      try {
        const isBack = await cancelChange(entry)
        const content = isBack ? 'The lead is back' : 'The lead has been deleted already'
        message.info({ key: toastOf(key), content })
      } catch (error) {
        message.error({ key: toastOf(key), content: reasonOf(error) })
      }
    }
    for (const key of shown.current) {
      if (removals.some((entry) => entry.key === key)) continue
      shown.current.delete(key)
      message.destroy(toastOf(key))
    }
    for (const entry of removals) {
      const { key, change } = entry
      if (shown.current.has(key)) continue
      shown.current.add(key)
      message.success({
        key: toastOf(key),
        duration: undoTimeLeft(entry) / 1000,
        content: (
          <>
            {`${change.type === 'delete' ? change.name : 'Lead'} deleted`}
            <button type="button" className="toast-action" onClick={() => void undo(entry)}>
              Undo
            </button>
          </>
        ),
      })
    }
  }, [removals, message])
}

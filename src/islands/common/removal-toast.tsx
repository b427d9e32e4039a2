import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { removedText, restoredText } from '../../domain/outbox/outbox.ts'
import { reasonOf } from '../../stores/base/failures.ts'
import {
  $outbox,
  cancelChange,
  NO_OUTBOX,
  type OutboxEntry,
  undoTimeLeft,
} from '../../stores/base/outbox/outbox.ts'
import { useToast, withUndo } from '../../ui/toast.tsx'

const REMOVAL_TOAST = 'removals'

/** Shows one toast with Undo while the user can still undo deletions. */
export function RemovalToast() {
  const { removals } = useStore($outbox, { ssr: () => NO_OUTBOX })
  return removals.length > 0 && <Removals removals={removals} />
}

function Removals({ removals }: { removals: readonly OutboxEntry[] }) {
  const toast = useToast()
  const announced = useRef<ReadonlySet<OutboxEntry['key']>>(new Set())
  useEffect(() => {
    const isNew = removals.some(({ key }) => !announced.current.has(key))
    announced.current = new Set(removals.map(({ key }) => key))
    if (!isNew) return
    const deletions = removals.map(({ change }) => change)
    const undo = async () => {
      try {
        const restored = await Promise.all(removals.map((entry) => cancelChange(entry)))
        toast.info(restoredText(restored.filter(Boolean).length, deletions))
      } catch (error) {
        toast.error(reasonOf(error))
      }
    }
    toast.success({
      key: REMOVAL_TOAST,
      duration: Math.max(...removals.map(undoTimeLeft)) / 1000,
      content: withUndo(removedText(deletions), () => void undo()),
    })
  }, [removals, toast])
  useEffect(() => () => toast.destroy(REMOVAL_TOAST), [toast])
  return null
}

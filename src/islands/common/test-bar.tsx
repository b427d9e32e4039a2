import './test-bar.css'
import { useState } from 'react'
import { counted } from '../../domain/common/counted.ts'
import { reasonOf } from '../../stores/base/failures.ts'
import { Button } from '../../ui/button.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useFocusReturn } from '../../ui/use-focus-return.ts'

interface Props {
  count: number
  /** Deletes all of them; a toast offers Undo. */
  onDelete: () => Promise<void>
}

/** The number of test chats, which no figure includes, and a button that deletes them. */
export function TestBar({ count, onDelete }: Props) {
  const toast = useToast()
  const focus = useFocusReturn()
  const [isBusy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    try {
      await onDelete()
    } catch (error) {
      toast.error(`Failed to delete test chats. ${reasonOf(error)}`)
    } finally {
      setBusy(false)
    }
  }
  if (count === 0) return null
  return (
    <section {...focus} className="test-bar" aria-label="Test chats">
      <span>{counted(count, 'test chat')}</span>
      <Button
        quiet
        text={count === 1 ? 'Delete' : 'Delete all'}
        disabled={isBusy}
        onClick={() => void remove()}
      />
    </section>
  )
}

import { useState } from 'react'
import { eraseThread } from '../../stores/conversations/thread.ts'
import { reasonOf } from '../../stores/shell/failures.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useToast } from '../../ui/toast.tsx'

/** Asks before a conversation is erased, because that cannot be undone. */
export function EraseDialog({
  id,
  onClose,
  onErased,
}: {
  id: string
  onClose: () => void
  onErased?: () => void
}) {
  const toast = useToast()
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const erase = async () => {
    setBusy(true)
    setProblem(null)
    try {
      await eraseThread(id)
      toast.success('Conversation erased')
      onClose()
      onErased?.()
    } catch (error) {
      setProblem(reasonOf(error))
      setBusy(false)
    }
  }
  return (
    <Dialog title="Erase this conversation?" onCancel={onClose}>
      <p>
        Its messages and notes are deleted for you, your team, and the visitor. The lead stays. This cannot be
        undone.
      </p>
      {problem && (
        <p className="dialog-error" role="alert">
          {problem}
        </p>
      )}
      <div className="dialog-actions">
        <button type="button" className="button quiet" data-autofocus onClick={onClose}>
          Cancel
        </button>
        <button type="button" className="button" disabled={isBusy} onClick={() => void erase()}>
          Erase conversation
        </button>
      </div>
    </Dialog>
  )
}

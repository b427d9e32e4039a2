import type { InboxConversation } from '../../contract/conversations.ts'
import { eraseThread, eraseVisitor } from '../../stores/conversations/thread.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorText } from '../../ui/failure-panel.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../common/use-task.ts'

/** The scope of an erasure: only the conversation, or everything that the business has stored about the visitor. */
export type Erasing = 'conversation' | 'visitor'

const TEXTS = {
  conversation: {
    title: 'Erase this conversation?',
    text: 'Its messages and notes are deleted for you, your team, and the visitor. The lead stays. This cannot be undone.',
    action: 'Erase conversation',
    done: 'Conversation erased',
    failed: 'The conversation was not erased.',
  },
  visitor: {
    title: 'Erase this visitor and the lead?',
    text: 'The messages, notes, and photos, the lead with its history, its tasks, and its bookings are deleted for you, your team, and the visitor. This cannot be undone.',
    action: 'Erase visitor and lead',
    done: 'Visitor and lead erased',
    failed: 'The visitor and the lead were not erased.',
  },
} as const

interface Props {
  conversation: InboxConversation
  what: Erasing
  onClose: () => void
  onErased?: () => void
}

/** Asks for confirmation before erasing a conversation or a visitor, because the user can't undo it. */
export function EraseDialog({ conversation, what, onClose, onErased }: Props) {
  const toast = useToast()
  const { isBusy, problem, run } = useTask()
  const { title, text, action, done, failed } = TEXTS[what]
  const erase = async () => {
    await (what === 'visitor' ? eraseVisitor(conversation) : eraseThread(conversation.id))
    toast.success(done)
    onClose()
    onErased?.()
  }
  return (
    <Dialog title={title} onCancel={onClose}>
      <p>{text}</p>
      <ErrorText text={problem} />
      <div className="dialog-actions">
        <Button quiet text="Cancel" data-autofocus onClick={onClose} />
        <Button text={action} disabled={isBusy} onClick={() => void run(erase, { unseen: failed })} />
      </div>
    </Dialog>
  )
}

import './open-thread.css'
import { useStore } from '@nanostores/react'
import { $openConversation, leaveConversation } from '../../stores/conversations/open.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useMediaQuery } from '../../ui/use-media-query.ts'

/** The open conversation: beside the list, on a phone on the whole screen. */
export default function OpenThread() {
  const id = useStore($openConversation)
  const isWide = useMediaQuery('(width >= 1200px)')
  if (isWide) return <section className="inbox-thread" aria-label="Conversation" />
  return (
    <Dialog
      className="inbox-sheet phone-dialog"
      open={id !== null}
      title="Conversation"
      onCancel={leaveConversation}
    >
      {null}
    </Dialog>
  )
}

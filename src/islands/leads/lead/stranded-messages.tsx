import { useStore } from '@nanostores/react'
import { $strandedMessages } from '../../../stores/leads/thread.ts'
import { UnsentList } from '../../conversations/unsent-list.tsx'

/** What the user wrote to a lead whose conversation has been erased meanwhile. */
export default function StrandedMessages() {
  const messages = useStore($strandedMessages)
  return (
    messages.length > 0 && (
      <div className="messages">
        <UnsentList messages={messages} />
      </div>
    )
  )
}

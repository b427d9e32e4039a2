import './message-dialog.css'
import { useEffect, useState } from 'react'
import type { Notification, SentMessage } from '../../contract/notifications.ts'
import { channelName, kindName, recipientOf } from '../../domain/notifications/status.ts'
import { reasonOf } from '../../stores/base/failures.ts'
import { readMessage } from '../../stores/notifications/log.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FailurePanel } from '../../ui/failure-panel.tsx'

const UNSENT = ['queued', 'canceled']

/** Returns whether a notification has a message to show, because sending it succeeded or was attempted. */
export const isShowable = ({ status }: Pick<Notification, 'status'>): boolean => !UNSENT.includes(status)

type Loaded = SentMessage | Error | null

/** A message as the recipient received it. The email runs no scripts, and its links open nothing. */
export function MessageDialog({
  notification,
  onClose,
}: {
  notification: Notification
  onClose: () => void
}) {
  const { id, kind, channel } = notification
  const [loaded, setLoaded] = useState<Loaded>(null)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: Retry counts the attempts.
  useEffect(() => {
    const abort = new AbortController()
    readMessage(id, abort.signal).then(setLoaded, (error) => abort.signal.aborted || setLoaded(error))
    return () => abort.abort()
  }, [id, attempt])
  const retry = () => {
    setLoaded(null)
    setAttempt(attempt + 1)
  }
  return (
    <Dialog title={kindName(kind)} width={680} className="phone-dialog sent-message" onCancel={onClose}>
      <p className="muted sent-message-to" dir="auto">
        {channelName(channel)} to {recipientOf(notification)}
      </p>
      {loaded === null && (
        <p className="muted" role="status">
          Loading the message…
        </p>
      )}
      {loaded instanceof Error && (
        <FailurePanel title="The message could not be loaded" reason={reasonOf(loaded)} onRetry={retry} />
      )}
      {loaded !== null && !(loaded instanceof Error) && <Message {...loaded} />}
    </Dialog>
  )
}

function Message({ subject, text, html }: SentMessage) {
  if (subject === null && text === null && html === null) {
    return <p className="muted">The text is no longer stored, or it has not been sent yet.</p>
  }
  return (
    <>
      {subject !== null && (
        <h3 className="sent-message-subject" dir="auto">
          {subject}
        </h3>
      )}
      {html !== null && <iframe title="The email" sandbox="" srcDoc={html} />}
      {text !== null && html !== null && (
        <details className="disclosure">
          <summary>As plain text</summary>
          <pre dir="auto">{text}</pre>
        </details>
      )}
      {text !== null && html === null && <pre dir="auto">{text}</pre>}
    </>
  )
}

import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import {
  $notificationSave,
  discardNotifications,
  saveNotifications,
} from '../../stores/notifications/settings.ts'
import { Button } from '../../ui/button.tsx'
import { useToast, withReason } from '../../ui/toast.tsx'

const KEY = 'notifications-saved'

/** Shows whether the last change is saved. A toast also reports the result, in case this mark is out of view. */
export function SaveMark() {
  const { status, reason } = useStore($notificationSave)
  const toast = useToast()
  const before = useRef(status)
  useEffect(() => {
    if (before.current === status) return
    before.current = status
    if (status === 'saved') toast.success({ key: KEY, content: 'Saved', duration: 2 })
    if (status === 'failed') {
      toast.error({ key: KEY, content: withReason('Notifications are not saved', reason), duration: 8 })
    }
  }, [status, reason, toast])
  return (
    <div className="notify-save" role="status" data-status={status}>
      {status === 'idle' && <span className="muted">Changes are saved automatically.</span>}
      {status === 'saving' && <span className="muted">Saving…</span>}
      {status === 'saved' && <span className="notify-saved">Saved</span>}
      {status === 'failed' && (
        <>
          <span className="error-text">Not saved. {reason}</span>
          <Button link text="Retry" onClick={() => void saveNotifications()} />
          <Button link text="Discard the change" onClick={discardNotifications} />
        </>
      )}
    </div>
  )
}

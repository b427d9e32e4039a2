import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { Notification } from '../../contract/notifications.ts'
import { statusOf } from '../../domain/notifications/status.ts'
import { $now } from '../../stores/base/time.ts'
import { $tests, sendTestTo, type TestTarget, targetKey } from '../../stores/notifications/tests.ts'
import { $businessZone } from '../../stores/settings/profile.ts'
import { Button } from '../../ui/button.tsx'
import { isShowable, MessageDialog } from './message-dialog.tsx'

interface Props {
  target: TestTarget
  label: string
  /** The recipient or subject of the test, for screen readers. */
  of: string
  isDisabled?: boolean
}

/** Sends a test notification and shows its outcome. */
export function TestRow({ target, label, of, isDisabled = false }: Props) {
  const test = useStore($tests)[targetKey(target)]
  const isWaiting = test !== undefined && test.notification === null && test.problem === null
  return (
    <div className="test-row">
      <Button
        quiet
        compact
        text={label}
        data-test={target.channel}
        aria-label={`${label} to ${of}`}
        disabled={isDisabled || isWaiting}
        onClick={() => void sendTestTo(target)}
      />
      <span role="status" className="test-status">
        {isWaiting && 'Sending…'}
        {test?.problem && <span className="error-text">{test.problem}</span>}
        {test?.notification && <Sent notification={test.notification} />}
      </span>
    </div>
  )
}

function Sent({ notification }: { notification: Notification }) {
  const now = useStore($now)
  const zone = useStore($businessZone) ?? undefined
  const [isOpen, setOpen] = useState(false)
  const { text, tone } = statusOf(notification, now, zone)
  return (
    <>
      <span className="sent-status" data-tone={tone}>
        {text}
      </span>
      {isShowable(notification) && <Button link text="Show message" onClick={() => setOpen(true)} />}
      {isOpen && <MessageDialog notification={notification} onClose={() => setOpen(false)} />}
    </>
  )
}

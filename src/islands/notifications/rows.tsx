import './rows.css'
import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import type { Notification } from '../../contract/notifications.ts'
import { leadPath } from '../../domain/leads/path.ts'
import {
  channelName,
  isUnderWay,
  kindName,
  recipientOf,
  statusOf,
} from '../../domain/notifications/status.ts'
import { reasonOf } from '../../stores/base/failures.ts'
import { $now } from '../../stores/base/time.ts'
import { retrySending } from '../../stores/notifications/log.ts'
import { $businessZone } from '../../stores/settings/profile.ts'
import { Button } from '../../ui/button.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { useToast, withReason } from '../../ui/toast.tsx'
import { isShowable, MessageDialog } from './message-dialog.tsx'

interface Props {
  notifications: readonly Notification[]
  /** Whether each row shows the lead's name. */
  withLead?: boolean
}

/** Notifications with their outcome, newest first. */
export function NotificationRows({ notifications, withLead = false }: Props) {
  const [shown, setShown] = useState<Notification | null>(null)
  return (
    <>
      <ul className="sent-rows" aria-label="What was sent">
        {notifications.map((notification) => (
          <Row
            key={notification.id}
            notification={notification}
            withLead={withLead}
            onShow={() => setShown(notification)}
          />
        ))}
      </ul>
      {shown && <MessageDialog notification={shown} onClose={() => setShown(null)} />}
    </>
  )
}

interface RowProps {
  notification: Notification
  withLead: boolean
  onShow: () => void
}

function Row({ notification, withLead, onShow }: RowProps) {
  const now = useStore($now)
  const zone = useStore($businessZone) ?? undefined
  const toast = useToast()
  const [isRetrying, setRetrying] = useState(false)
  const { kind, channel, status, lead_id, lead_name, created_at, sent_at } = notification
  const { text, tone } = statusOf(notification, now, zone)
  const name = `${kindName(kind)} to ${recipientOf(notification)}`
  const retry = async () => {
    setRetrying(true)
    try {
      await retrySending(notification)
    } catch (error) {
      toast.error({ content: withReason('It could not be sent again', reasonOf(error)) })
    }
    setRetrying(false)
  }
  return (
    <li>
      <p className="sent-what">
        <strong>{kindName(kind)}</strong>
        {withLead && lead_id !== null && (
          <>
            {' · '}
            <a href={leadPath(lead_id)} dir="auto">
              {lead_name || 'Lead'}
            </a>
          </>
        )}
        <span className="muted" dir="auto">
          {channelName(channel)} to {recipientOf(notification)}
        </span>
      </p>
      <p className="sent-how">
        <span className="sent-status" data-tone={tone}>
          {text}
        </span>
        <span className="muted">
          <RelativeTime instant={sent_at ?? created_at} now={now} />
        </span>
        {status === 'failed' && (
          <Button
            link
            className="sent-action"
            text="Retry"
            aria-label={`Retry: ${name}`}
            disabled={isRetrying}
            onClick={() => void retry()}
          />
        )}
        {isShowable(notification) && (
          <Button
            link
            className="sent-action"
            text="Show message"
            aria-label={`Show message: ${name}`}
            onClick={onShow}
          />
        )}
      </p>
    </li>
  )
}

/** Milliseconds between refetches while notifications are being sent, and the maximum number of refetches. */
const PAUSE = 2_000
const MOST_LOOKS = 60

/** Refetches while any of the notifications is being sent. */
export function useFollowed(notifications: readonly Notification[], refetch: () => Promise<void>): void {
  const looks = useRef(0)
  const now = useStore($now)
  const waiting = notifications.filter((each) => isUnderWay(each, now)).map(({ id }) => id)
  const ids = waiting.join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: a different set of notifications restarts the count.
  useEffect(() => {
    looks.current = 0
  }, [ids])
  useEffect(() => {
    if (ids === '') return
    const timer = setInterval(() => {
      if (looks.current >= MOST_LOOKS || document.hidden) return
      looks.current += 1
      void refetch()
    }, PAUSE)
    return () => clearInterval(timer)
  }, [ids, refetch])
}

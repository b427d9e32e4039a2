import { useStore } from '@nanostores/react'
import { $leadNotifications } from '../../stores/notifications/log.ts'
import { LeadInHubspot } from '../integrations/lead-in-hubspot.tsx'
import { NotificationRows, useFollowed } from './rows.tsx'

const NONE: readonly never[] = []

/** A link to the current lead in HubSpot, and the notifications sent about it. */
export default function OfLead() {
  return (
    <>
      <LeadInHubspot />
      <Sent />
    </>
  )
}

/** The notifications sent about the current lead. Renders nothing if there are none. */
function Sent() {
  const { data, refetch } = useStore($leadNotifications)
  const notifications = data ?? NONE
  useFollowed(notifications, refetch)
  if (notifications.length === 0) return null
  const failed = notifications.filter(({ status }) => status === 'failed').length
  return (
    <details className="lead-notifications disclosure" open={failed > 0}>
      <summary>
        Notifications <span className="muted">{notifications.length}</span>
        {failed > 0 && (
          <span className="sent-status" data-tone="failed">
            {failed} failed
          </span>
        )}
      </summary>
      <NotificationRows notifications={notifications} />
    </details>
  )
}

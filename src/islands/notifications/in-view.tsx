import { type ReactNode, useRef } from 'react'
import { useInView } from '../../ui/use-in-view.ts'
import { LeadNotifications, NotificationsPanel } from './lazy-parts.ts'
import type { NotificationsPanelProps } from './panel.tsx'

interface Props {
  id?: string
  /** Negative for elements that cover the viewport. */
  margin?: string
  children: ReactNode
}

/** Renders, and so loads, its content once its position comes into view. */
function InView({ id, margin, children }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const isNear = useInView(place, margin)
  return (
    <div id={id} className="notifications-place" tabIndex={-1} ref={place}>
      {isNear && children}
    </div>
  )
}

/** The notification settings, below the escalation contact. `/agent#notifications` links here. */
export function NotificationsInView(panel: NotificationsPanelProps) {
  return (
    <InView id="notifications">
      <NotificationsPanel {...panel} />
    </InView>
  )
}

/** The notifications sent about the current lead. */
export function LeadNotificationsInView({ margin }: { margin?: string }) {
  return (
    <InView {...(margin && { margin })}>
      <LeadNotifications />
    </InView>
  )
}

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { LeadNotifications, NotificationsPanel } from './lazy-parts.ts'
import type { NotificationsPanelProps } from './panel.tsx'

interface Props {
  id?: string
  /** The root margin of the observer. Use a negative margin for elements that cover the viewport. */
  margin?: string
  children: ReactNode
}

/** Renders, and so loads, its content once its position comes into view. */
function InView({ id, margin = '0px', children }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!place.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        setNear(true)
      },
      { rootMargin: margin },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [margin])
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

import { type LoadPart, lazyPart, NO_PART } from '../../ui/lazy-part.tsx'
import type { NotificationsPanelProps } from './panel.tsx'

/**
 * Loads the parts that load when they come into view, with their styles. The build renders none of them, because it
 * links the styles of everything that it can render.
 */

const loadPanel: LoadPart<NotificationsPanelProps> = import.meta.env.SSR
  ? NO_PART
  : () => import('./panel.tsx')

const loadOfLead: LoadPart<object> = import.meta.env.SSR ? NO_PART : () => import('./of-lead.tsx')

export const NotificationsPanel = lazyPart(loadPanel, { name: 'Notifications' })
export const LeadNotifications = lazyPart(loadOfLead, { name: 'The notifications' })

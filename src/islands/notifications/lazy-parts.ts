import { type LoadPart, lazyPart } from '../../ui/lazy-part.tsx'

/** What loads when it comes into view. The styles load with the modules: the build links what it can render. */

const loadPanel: LoadPart<object> = async () => {
  if (import.meta.env.SSR) return { default: () => null }
  return await import('./panel.tsx')
}

const loadOfLead: LoadPart<object> = async () => {
  if (import.meta.env.SSR) return { default: () => null }
  return await import('./of-lead.tsx')
}

export const NotificationsPanel = lazyPart(loadPanel, { name: 'Notifications' })
export const LeadNotifications = lazyPart(loadOfLead, { name: 'The notifications' })

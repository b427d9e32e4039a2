/** Returns whether this site may show system notifications. */
export type NotificationPermit = 'granted' | 'denied' | 'default' | 'unsupported'

const api = () => globalThis.Notification as typeof Notification | undefined

export const notificationPermit = (): NotificationPermit => api()?.permission ?? 'unsupported'

/** Asks the user for permission, right after a click. Browsers ask only once. */
export async function askNotificationPermit(): Promise<NotificationPermit> {
  return (await api()?.requestPermission()) ?? 'unsupported'
}

interface Shown {
  title: string
  body: string
  /** Notifications with the same tag replace each other. */
  tag: string
  onClick: () => void
}

/** Shows a system notification. Returns false if that is impossible. Never throws. */
export function showNotification({ title, body, tag, onClick }: Shown): boolean {
  if (notificationPermit() !== 'granted') return false
  try {
    const shown = new Notification(title, { body, tag, icon: '/favicon.svg' })
    shown.onclick = () => {
      globalThis.focus()
      shown.close()
      onClick()
    }
    return true
  } catch {
    // Some phones show notifications only from a service worker.
    return false
  }
}

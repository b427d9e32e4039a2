/** Whether the system may show notifications of this site: not on every browser, and only where the user agrees. */
export type NotificationPermit = 'granted' | 'denied' | 'default' | 'unsupported'

const api = () => globalThis.Notification as typeof Notification | undefined

export const notificationPermit = (): NotificationPermit => api()?.permission ?? 'unsupported'

/** Asks the user, who must just have clicked; one who has answered before is not asked again. */
export async function askNotificationPermit(): Promise<NotificationPermit> {
  return (await api()?.requestPermission()) ?? 'unsupported'
}

interface Shown {
  title: string
  body: string
  /** One at a time is shown of those that wear the same tag. */
  tag: string
  onClick: () => void
}

/** Shows a notification of the system. False where that cannot be; nothing is thrown. */
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
    // Some phones show only what a service worker asks for.
    return false
  }
}

/** Whether this site can show system notifications. */
export type NotificationPermit = 'granted' | 'denied' | 'default' | 'unsupported'

const api = () => globalThis.Notification as typeof Notification | undefined

export const notificationPermit = (): NotificationPermit => api()?.permission ?? 'unsupported'

/** Asks the user for permission. Call it directly after a click. Browsers ask only once. */
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

/** Shows a system notification. Returns false if that is not possible. Never throws. */
export function showNotification({ title, body, tag, onClick }: Shown): boolean {
  if (notificationPermit() !== 'granted') return false
  try {
    const shown = new Notification(title, { body, tag, icon: '/icons/favicon.svg' })
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

/** Frequencies in hertz, played in order. */
const TONES = [659.25, 880]

/** Seconds per tone. */
const LENGTH = 0.16

const VOLUME = 0.15

let context: AudioContext | undefined

/**
 * Plays two short tones. Returns false if the browser blocks sound, for example before the first click. Never throws.
 */
export async function playChime(): Promise<boolean> {
  try {
    context ??= new AudioContext()
    // The promise of a blocked context never resolves.
    if (context.state === 'suspended') {
      await Promise.race([context.resume(), new Promise((resolve) => setTimeout(resolve, 500))])
    }
    if (context.state !== 'running') return false
    for (const [index, tone] of TONES.entries()) play(context, tone, context.currentTime + index * LENGTH)
    return true
  } catch {
    return false
  }
}

function play(audio: AudioContext, frequency: number, start: number): void {
  const tone = audio.createOscillator()
  const volume = audio.createGain()
  tone.frequency.value = frequency
  volume.gain.setValueAtTime(VOLUME, start)
  volume.gain.exponentialRampToValueAtTime(0.001, start + LENGTH)
  tone.connect(volume).connect(audio.destination)
  tone.start(start)
  tone.stop(start + LENGTH)
}

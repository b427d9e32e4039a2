import { atom, onMount, type ReadableAtom } from 'nanostores'
import * as v from 'valibot'
import { NEW_LEAD_TOAST, newLeadText } from '../domain/new-lead.ts'
import { playChime } from '../platform/chime.ts'
import { navigate } from '../platform/navigation.ts'
import { isPageInFront } from '../platform/page-visibility.ts'
import { readItem, writeItem } from '../platform/storage.ts'
import { onStoredElsewhere } from '../platform/storage-news.ts'
import {
  askNotificationPermit,
  type NotificationPermit,
  notificationPermit,
  showNotification,
} from '../platform/system-notification.ts'
import { type TabLocks, tabLocks } from '../platform/tab-lock.ts'
import type { NewLead } from './live.ts'

const KEY = 'fieldhand.alerts'

/** Milliseconds that tabs in the background leave to one that is before the owner's eyes. */
const HEAD_START = 300

/** Milliseconds for which a lead counts as announced; timers of hidden tabs are late by up to a second. */
const ANNOUNCED = 5_000

/** How this device tells of new leads beside the toast. */
const LeadAlerts = v.object({ sound: v.boolean(), notification: v.boolean() })
export type LeadAlerts = v.InferOutput<typeof LeadAlerts>

const NO_ALERTS: LeadAlerts = { sound: false, notification: false }

function stored(): LeadAlerts {
  try {
    const { success, output } = v.safeParse(LeadAlerts, JSON.parse(readItem(KEY) ?? 'null'))
    return success ? output : NO_ALERTS
  } catch {
    return NO_ALERTS
  }
}

const $chosen = atom<LeadAlerts>(NO_ALERTS)

onMount($chosen, () => {
  $chosen.set(stored())
  return onStoredElsewhere((key) => key === KEY && $chosen.set(stored()))
})

/** What the owner has chosen on this device. */
export const $leadAlerts: ReadableAtom<LeadAlerts> = $chosen

function choose(change: Partial<LeadAlerts>): void {
  $chosen.set({ ...stored(), ...change })
  writeItem(KEY, JSON.stringify($chosen.get()))
}

/** Switches the sound; switched on, it is heard at once. False when the browser played nothing. */
export async function chooseSound(isOn: boolean): Promise<boolean> {
  choose({ sound: isOn })
  return !isOn || playChime()
}

/** Switches the system's notifications, for which the browser may ask the owner. They stay off where it refuses. */
export async function chooseNotification(isOn: boolean): Promise<NotificationPermit> {
  const permit = isOn ? await askNotificationPermit() : notificationPermit()
  choose({ notification: isOn && permit === 'granted' })
  return permit
}

export interface AlertPorts {
  locks: TabLocks
  isInFront: () => boolean
  playChime: () => unknown
  showNotification: typeof showNotification
  wait: (ms: number) => Promise<unknown>
}

const browser: AlertPorts = {
  locks: tabLocks,
  isInFront: isPageInFront,
  playChime,
  showNotification,
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}

/**
 * Tells of a new lead as the owner has chosen: by a sound, and by a notification when the console is not before the
 * eyes. Of several tabs one does it. A click on the notification leads to the list.
 */
export async function alertOf(
  { leadId, contactName }: NewLead,
  business: string,
  ports: AlertPorts = browser,
): Promise<void> {
  const { sound, notification } = stored()
  if (!sound && !notification) return
  const isInFront = ports.isInFront()
  if (!isInFront) await ports.wait(HEAD_START)
  await ports.locks.tryHold(`fieldhand.alert.${leadId}`, async () => {
    if (sound) ports.playChime()
    if (notification && !isInFront) {
      const onClick = () => void navigate(NEW_LEAD_TOAST.href)
      ports.showNotification({ title: newLeadText(contactName), body: business, tag: leadId, onClick })
    }
    await ports.wait(ANNOUNCED)
  })
}

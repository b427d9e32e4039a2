import { atom, onMount, type ReadableAtom } from 'nanostores'
import * as v from 'valibot'
import { newLeadText } from '../../domain/leads/new-lead.ts'
import {
  askNotificationPermit,
  type NotificationPermit,
  notificationPermit,
  playChime,
  showNotification,
} from '../../platform/page/alerts.ts'
import { navigate } from '../../platform/page/navigation.ts'
import { isPageInFront } from '../../platform/page/page-state.ts'
import { onStoredElsewhere, readJson, writeItem } from '../../platform/storage/storage.ts'
import { type TabLocks, tabLocks } from '../../platform/tabs.ts'
import type { NewLead } from '../base/live/live.ts'
import { leadUrl } from './lead-url.ts'

const KEY = 'fieldhand.alerts'

/** Milliseconds that background tabs wait for the visible tab. */
const HEAD_START = 300

/** Milliseconds during which a lead counts as announced. Timers in hidden tabs can run a second late. */
const ANNOUNCED = 5_000

/** The alerts for new leads on this device, in addition to the toast. */
const LeadAlerts = v.object({ sound: v.boolean(), notification: v.boolean() })
export type LeadAlerts = v.InferOutput<typeof LeadAlerts>

const NO_ALERTS: LeadAlerts = { sound: false, notification: false }

function stored(): LeadAlerts {
  const { success, output } = v.safeParse(LeadAlerts, readJson(KEY))
  return success ? output : NO_ALERTS
}

const $chosen = atom<LeadAlerts>(NO_ALERTS)

onMount($chosen, () => {
  $chosen.set(stored())
  return onStoredElsewhere((key) => key === KEY && $chosen.set(stored()))
})

/** The chosen alerts on this device. */
export const $leadAlerts: ReadableAtom<LeadAlerts> = $chosen

function choose(change: Partial<LeadAlerts>): void {
  $chosen.set({ ...stored(), ...change })
  writeItem(KEY, JSON.stringify($chosen.get()))
}

/** Turns the sound on or off, and plays it when turned on. Returns false if the browser blocked it. */
export async function chooseSound(isOn: boolean): Promise<boolean> {
  choose({ sound: isOn })
  return !isOn || playChime()
}

/** Turns system notifications on or off. The browser may prompt for permission; if it is denied, they stay off. */
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
 * Announces a new lead with the chosen alerts: a sound, and a notification if the console is not visible. If several
 * tabs are open, only one announces it. Clicking the notification opens the lead.
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
      const onClick = () => void navigate(leadUrl(leadId))
      ports.showNotification({ title: newLeadText(contactName), body: business, tag: leadId, onClick })
    }
    await ports.wait(ANNOUNCED)
  })
}

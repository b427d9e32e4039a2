import { atom, computed, onMount, type ReadableAtom } from 'nanostores'
import { isFinal } from '../../api/errors.ts'
import { putSettings } from '../../api/notifications.ts'
import type {
  NotificationSettings,
  NotificationSettingsUpdate,
} from '../../contract/notification-settings.ts'
import { isOffline, onBackOnline } from '../../platform/page/page-state.ts'
import { randomId } from '../../platform/random-id.ts'
import { itemKeys, readItem, removeItem, writeItem } from '../../platform/storage/storage.ts'
import { $owner, isSameOwner, type Owner, requireOwner } from '../session/owner.ts'
import { reasonOf } from '../shell/failures.ts'
import { $notificationSetup, changeSetup } from './setup.ts'

const PREFIX = 'fieldhand.notifications.'
const keyOf = ({ userId, organizationId }: Owner) => `${PREFIX}${userId}.${organizationId}`

/** How the last change is doing. Each change saves by itself; what the server does not have stays on this device. */
export interface SaveState {
  status: 'idle' | 'saving' | 'saved' | 'failed'
  /** Why it is not saved; empty otherwise. */
  reason: string
}

const IDLE: SaveState = { status: 'idle', reason: '' }

const $unsaved = atom<NotificationSettingsUpdate>({})
const $state = atom<SaveState>(IDLE)

/** Whether the last change is saved, and why not. */
export const $notificationSave: ReadableAtom<SaveState> = $state

/** The settings as the user has changed them; null until they have loaded, and from an API without notifications. */
export const $notificationSettings: ReadableAtom<NotificationSettings | null> = computed(
  [$notificationSetup, $unsaved],
  ({ data }, unsaved) => (data ? ({ ...data.settings, ...unsaved } as NotificationSettings) : null),
)

/** Changes by owner. The device's storage can be denied or full. */
const kept = new Map<string, NotificationSettingsUpdate>()

function readKept(owner: Owner): NotificationSettingsUpdate {
  const key = keyOf(owner)
  const known = kept.get(key)
  if (known) return known
  let stored: NotificationSettingsUpdate = {}
  try {
    stored = JSON.parse(readItem(key) ?? '{}') as NotificationSettingsUpdate
  } catch {
    // What cannot be read is no change.
  }
  // The same objects each time, because what was sent is compared with them.
  kept.set(key, stored)
  return stored
}

function keep(owner: Owner, unsaved: NotificationSettingsUpdate): void {
  const key = keyOf(owner)
  const isEmpty = Object.keys(unsaved).length === 0
  if (isEmpty) {
    kept.delete(key)
    removeItem(key)
  } else {
    kept.set(key, unsaved)
    writeItem(key, JSON.stringify(unsaved))
  }
  if (isSameOwner(owner, $owner.get())) $unsaved.set(unsaved)
}

onMount($unsaved, () => {
  const unbind = $owner.subscribe((owner) => {
    $state.set(IDLE)
    $unsaved.set(owner ? readKept(owner) : {})
    if (owner && Object.keys($unsaved.get()).length > 0) void saveNotifications()
  })
  const stop = onBackOnline(() => void saveNotifications())
  return () => {
    unbind()
    stop()
  }
})

/** Shows and saves changed settings. */
export function changeNotifications(change: NotificationSettingsUpdate): Promise<void> {
  const owner = requireOwner()
  keep(owner, { ...readKept(owner), ...change })
  return saveNotifications()
}

/** Returns an id for a new person. */
export const randomPersonId = (): string => randomId('person')

const sending = new Set<string>()

/** Sends what is not saved yet, also what changes meanwhile. Never rejects: the state says what failed. */
export async function saveNotifications(): Promise<void> {
  const owner = $owner.get()
  if (!owner || sending.has(keyOf(owner))) return
  const show = (state: SaveState) => isSameOwner(owner, $owner.get()) && $state.set(state)
  sending.add(keyOf(owner))
  try {
    for (let sent = readKept(owner); Object.keys(sent).length > 0; sent = readKept(owner)) {
      show({ status: 'saving', reason: '' })
      const stored = await putSettings(owner.organizationId, sent)
      await changeSetup(owner.organizationId, (setup) => ({
        ...setup,
        settings: { ...setup.settings, ...sent, ...stored } as NotificationSettings,
      }))
      keep(owner, without(readKept(owner), sent))
      show({ status: 'saved', reason: '' })
    }
  } catch (error) {
    show({ status: 'failed', reason: failureText(error) })
  } finally {
    sending.delete(keyOf(owner))
  }
}

/** Returns the changes that differ from what was sent. */
const without = (unsaved: NotificationSettingsUpdate, sent: NotificationSettingsUpdate) =>
  Object.fromEntries(
    Object.entries(unsaved).filter(
      ([name, value]) => value !== sent[name as keyof NotificationSettingsUpdate],
    ),
  ) as NotificationSettingsUpdate

function failureText(error: unknown): string {
  if (isFinal(error)) return reasonOf(error)
  if (isOffline())
    return 'You are offline. Your change is kept on this device and saved when you are back online.'
  return `${reasonOf(error)} Your change is kept on this device.`
}

/** Returns to the settings that the server has. */
export function discardNotifications(): void {
  keep(requireOwner(), {})
  $state.set(IDLE)
}

/** Returns whether a user has settings of notifications on this device that the server does not have. */
export const hasUnsavedNotifications = (userId: string): boolean => itemKeys(`${PREFIX}${userId}.`).length > 0

/** Deletes a user's settings of notifications that the server does not have. */
export function deleteUnsavedNotifications(userId: string): void {
  for (const key of kept.keys()) if (key.startsWith(`${PREFIX}${userId}.`)) kept.delete(key)
  for (const key of itemKeys(`${PREFIX}${userId}.`)) removeItem(key)
}

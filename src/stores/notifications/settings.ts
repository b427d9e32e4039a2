import { atom, computed, onMount, type ReadableAtom } from 'nanostores'
import { isFinal } from '../../api/errors.ts'
import { fetchNotificationSetup, putSettings } from '../../api/notifications.ts'
import type { NotificationSettings, Person } from '../../contract/notification-settings.ts'
import {
  changesSince,
  changesTo,
  type NotificationChanges,
  rebased,
  valuesOf,
  withChanges,
} from '../../domain/notifications/changes.ts'
import { isOffline, onBackOnline } from '../../platform/page/page-state.ts'
import { randomId } from '../../platform/random-id.ts'
import { itemKeys, readJson, removeItem, writeItem } from '../../platform/storage/storage.ts'
import { reasonOf } from '../base/failures.ts'
import { $owner, isSameOwner, type Owner, requireOwner } from '../base/session/account.ts'
import { $notificationSetup, changeSetup, refreshSetup } from './setup.ts'

const PREFIX = 'fieldhand.notifications.'
const keyOf = ({ userId, organizationId }: Owner) => `${PREFIX}${userId}.${organizationId}`

/** The progress of the last change. Each change is saved automatically; unsaved changes stay on this device. */
export interface SaveState {
  status: 'idle' | 'saving' | 'saved' | 'failed'
  /** The reason why the change is not saved; empty otherwise. */
  reason: string
}

const IDLE: SaveState = { status: 'idle', reason: '' }

const $unsaved = atom<NotificationChanges>({})
const $state = atom<SaveState>(IDLE)

/** The progress of the last change, and why it is not saved. */
export const $notificationSave: ReadableAtom<SaveState> = $state

/** The settings with the user's changes; null until they have loaded, and if the API has no notifications. */
export const $notificationSettings: ReadableAtom<NotificationSettings | null> = computed(
  [$notificationSetup, $unsaved],
  ({ data }, unsaved) => (data ? withChanges(data.settings, unsaved) : null),
)

/** Unsaved changes by owner. They are also kept here because the device's storage can be denied or full. */
const kept = new Map<string, NotificationChanges>()

function readKept(owner: Owner): NotificationChanges {
  const key = keyOf(owner)
  const known = kept.get(key)
  if (known) return known
  const stored = changesIn(readJson(key) ?? {})
  // Returns the same object each time, because it is later compared with what was sent.
  kept.set(key, stored)
  return stored
}

/** Converts stored changes. Version 1.0 stores only the new values; without a base, no person counts as removed. */
const changesIn = (stored: object): NotificationChanges =>
  Object.fromEntries(
    Object.entries(stored).map(([field, value]) => {
      const hasBase = typeof value === 'object' && value !== null && 'mine' in value
      return [field, hasBase ? value : { base: field === 'people' ? [] : null, mine: value }]
    }),
  )

const isEmpty = (changes: NotificationChanges) => Object.keys(changes).length === 0

function keep(owner: Owner, unsaved: NotificationChanges): void {
  const key = keyOf(owner)
  if (isEmpty(unsaved)) {
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
    if (owner && !isEmpty($unsaved.get())) void saveNotifications()
  })
  const stop = onBackOnline(() => void saveNotifications())
  return () => {
    unbind()
    stop()
  }
})

/** Shows and saves changed settings. Does nothing until the settings have loaded. */
export async function changeNotifications(values: Partial<NotificationSettings>): Promise<void> {
  const owner = requireOwner()
  const stored = $notificationSetup.get().data?.settings
  if (!stored) return
  keep(owner, { ...readKept(owner), ...changesTo(stored, values) })
  await saveNotifications()
}

/** Shows and saves changed people. Does nothing until the settings have loaded. */
export async function changePeople(change: (people: readonly Person[]) => Person[]): Promise<void> {
  const settings = $notificationSettings.get()
  if (settings) await changeNotifications({ people: change(settings.people) })
}

/**
 * Removes a person. Returns an undo function that puts the person back in the same position, in the same organization
 * only; null if there is no such person.
 */
export function removePerson(id: string): (() => void) | null {
  const owner = requireOwner()
  const people = $notificationSettings.get()?.people ?? []
  const place = people.findIndex((person) => person.id === id)
  const removed = people[place]
  if (!removed) return null
  void changePeople((now) => now.filter((person) => person.id !== id))
  return () => {
    if (!isSameOwner(owner, $owner.get())) return
    const now = $notificationSettings.get()?.people
    if (now?.every((person) => person.id !== id)) void changePeople(() => now.toSpliced(place, 0, removed))
  }
}

export const randomPersonId = (): string => randomId('person')

const sending = new Set<string>()

/**
 * Sends unsaved changes, including those made during a request. Reads the stored settings first to keep other people's
 * changes. Never rejects: the state shows what failed.
 */
export async function saveNotifications(): Promise<void> {
  const owner = $owner.get()
  if (!owner || sending.has(keyOf(owner))) return
  const show = (state: SaveState) => isSameOwner(owner, $owner.get()) && $state.set(state)
  sending.add(keyOf(owner))
  try {
    while (!isEmpty(readKept(owner))) {
      show({ status: 'saving', reason: '' })
      const now = await fetchNotificationSetup(owner.organizationId)
      await changeSetup(owner.organizationId, () => now)
      const changes = rebased(readKept(owner), now.settings)
      keep(owner, changes)
      if (!isEmpty(changes)) await send(owner, changes)
      show({ status: 'saved', reason: '' })
    }
  } catch (error) {
    show({ status: 'failed', reason: failureText(error) })
  } finally {
    sending.delete(keyOf(owner))
  }
}

async function send(owner: Owner, changes: NotificationChanges): Promise<void> {
  const values = valuesOf(changes)
  const stored = await putSettings(owner.organizationId, values)
  await changeSetup(owner.organizationId, (setup) => ({
    ...setup,
    settings: { ...setup.settings, ...values, ...stored },
  }))
  keep(owner, changesSince(readKept(owner), changes))
  if (changes.people) refreshSetup(owner.organizationId)
}

function failureText(error: unknown): string {
  if (isFinal(error)) return reasonOf(error)
  if (isOffline())
    return 'You are offline. Your change is kept on this device and saved when you are back online.'
  return `${reasonOf(error).replace(/\.?$/, '.')} Your change is kept on this device.`
}

/** Reverts to the settings on the server. */
export function discardNotifications(): void {
  forgetNotifications(requireOwner())
  $state.set(IDLE)
}

/** Deletes the owner's unsaved changes. */
export const forgetNotifications = (owner: Owner): void => keep(owner, {})

/** Returns whether this device has a user's unsaved changes to the notification settings. */
export const hasUnsavedNotifications = (userId: string): boolean => itemKeys(`${PREFIX}${userId}.`).length > 0

/** Deletes a user's unsaved changes to the notification settings. */
export function deleteUnsavedNotifications(userId: string): void {
  for (const key of kept.keys()) if (key.startsWith(`${PREFIX}${userId}.`)) kept.delete(key)
  for (const key of itemKeys(`${PREFIX}${userId}.`)) removeItem(key)
}

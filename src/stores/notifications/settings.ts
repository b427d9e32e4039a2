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
import { $account, type Account, isSameAccount, requireAccount } from '../base/session/account.ts'
import { $notificationSetup, changeSetup, refreshSetup } from './setup.ts'

const PREFIX = 'fieldhand.notifications.'
const keyOf = ({ userId, organizationId }: Account) => `${PREFIX}${userId}.${organizationId}`

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

function readKept(account: Account): NotificationChanges {
  const key = keyOf(account)
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

function keep(account: Account, unsaved: NotificationChanges): void {
  const key = keyOf(account)
  if (isEmpty(unsaved)) {
    kept.delete(key)
    removeItem(key)
  } else {
    kept.set(key, unsaved)
    writeItem(key, JSON.stringify(unsaved))
  }
  if (isSameAccount(account, $account.get())) $unsaved.set(unsaved)
}

onMount($unsaved, () => {
  const unbind = $account.subscribe((account) => {
    $state.set(IDLE)
    $unsaved.set(account ? readKept(account) : {})
    if (account && !isEmpty($unsaved.get())) void saveNotifications()
  })
  const stop = onBackOnline(() => void saveNotifications())
  return () => {
    unbind()
    stop()
  }
})

/** Shows and saves changed settings. Does nothing until the settings have loaded. */
export async function changeNotifications(values: Partial<NotificationSettings>): Promise<void> {
  const account = requireAccount()
  const stored = $notificationSetup.get().data?.settings
  if (!stored) return
  keep(account, { ...readKept(account), ...changesTo(stored, values) })
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
  const account = requireAccount()
  const people = $notificationSettings.get()?.people ?? []
  const place = people.findIndex((person) => person.id === id)
  const removed = people[place]
  if (!removed) return null
  void changePeople((now) => now.filter((person) => person.id !== id))
  return () => {
    if (!isSameAccount(account, $account.get())) return
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
  const account = $account.get()
  if (!account || sending.has(keyOf(account))) return
  const show = (state: SaveState) => isSameAccount(account, $account.get()) && $state.set(state)
  sending.add(keyOf(account))
  try {
    while (!isEmpty(readKept(account))) {
      show({ status: 'saving', reason: '' })
      const now = await fetchNotificationSetup(account.organizationId)
      await changeSetup(account.organizationId, () => now)
      const changes = rebased(readKept(account), now.settings)
      keep(account, changes)
      if (!isEmpty(changes)) await send(account, changes)
      show({ status: 'saved', reason: '' })
    }
  } catch (error) {
    show({ status: 'failed', reason: failureText(error) })
  } finally {
    sending.delete(keyOf(account))
  }
}

async function send(account: Account, changes: NotificationChanges): Promise<void> {
  const values = valuesOf(changes)
  const stored = await putSettings(account.organizationId, values)
  await changeSetup(account.organizationId, (setup) => ({
    ...setup,
    settings: { ...setup.settings, ...values, ...stored },
  }))
  keep(account, changesSince(readKept(account), changes))
  if (changes.people) refreshSetup(account.organizationId)
}

function failureText(error: unknown): string {
  if (isFinal(error)) return reasonOf(error)
  if (isOffline())
    return 'You are offline. Your change is kept on this device and saved when you are back online.'
  return `${reasonOf(error).replace(/\.?$/, '.')} Your change is kept on this device.`
}

/** Reverts to the settings on the server. */
export function discardNotifications(): void {
  forgetNotifications(requireAccount())
  $state.set(IDLE)
}

/** Deletes the owner's unsaved changes. */
export const forgetNotifications = (account: Account): void => keep(account, {})

/** Returns whether this device has a user's unsaved changes to the notification settings. */
export const hasUnsavedNotifications = (userId: string): boolean => itemKeys(`${PREFIX}${userId}.`).length > 0

/** Deletes a user's unsaved changes to the notification settings. */
export function deleteUnsavedNotifications(userId: string): void {
  for (const key of kept.keys()) if (key.startsWith(`${PREFIX}${userId}.`)) kept.delete(key)
  for (const key of itemKeys(`${PREFIX}${userId}.`)) removeItem(key)
}

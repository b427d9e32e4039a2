import { atom, computed, onMount, type ReadableAtom } from 'nanostores'
import { isFinal } from '../../api/errors.ts'
import { fetchNotificationSetup, putSettings } from '../../api/notifications.ts'
import type { NotificationSettings, Person } from '../../contract/notification-settings.ts'
import { typedOver } from '../../domain/common/three-way.ts'
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
import { createDrafts } from '../base/drafts.ts'
import { reasonOf } from '../base/failures.ts'
import { $account, type Account, isSameAccount, requireAccount } from '../base/session/account.ts'
import { $notificationSetup, changeSetup, refreshSetup } from './setup.ts'

/** The progress of the last change. Each change is saved automatically; unsaved changes stay on this device. */
export interface SaveState {
  status: 'idle' | 'saving' | 'saved' | 'failed'
  /** The reason why the change is not saved; empty otherwise. */
  reason: string
}

const IDLE: SaveState = { status: 'idle', reason: '' }

const $state = atom<SaveState>(IDLE)

/** The progress of the last change, and why it is not saved. */
export const $notificationSave: ReadableAtom<SaveState> = $state

/** Converts stored changes. Version 1.0 stores only the new values; without a base, no person counts as removed. */
const changesIn = (stored: unknown): NotificationChanges =>
  Object.fromEntries(
    Object.entries(Object(stored)).map(([field, value]) => {
      const hasBase = typeof value === 'object' && value !== null && 'mine' in value
      return [field, hasBase ? value : { base: field === 'people' ? [] : null, mine: value }]
    }),
  )

const isEmpty = (changes: NotificationChanges) => Object.keys(changes).length === 0

const drafts = createDrafts<NotificationChanges>('notifications', {
  none: {},
  read: changesIn,
  isEmpty,
  merge: typedOver,
  onSettled: refreshSetup,
})

const keep = (account: Account, unsaved: NotificationChanges) => drafts.keep(account, '', unsaved)

onMount(drafts.$current, () => {
  const unbind = $account.subscribe((account) => {
    $state.set(IDLE)
    if (account) void drafts.offer(account, () => void saveNotifications())
  })
  const stop = onBackOnline(() => void saveNotifications())
  return () => {
    unbind()
    stop()
  }
})

/** The settings with the user's changes; null until they have loaded, and if the API has no notifications. */
export const $notificationSettings: ReadableAtom<NotificationSettings | null> = computed(
  [$notificationSetup, drafts.$current],
  ({ data }, unsaved) => (data ? withChanges(data.settings, unsaved) : null),
)

/** Shows and saves changed settings. Does nothing until the settings have loaded. */
export async function changeNotifications(values: Partial<NotificationSettings>): Promise<void> {
  const account = requireAccount()
  const stored = $notificationSetup.get().data?.settings
  if (!stored) return
  keep(account, { ...drafts.value(account), ...changesTo(stored, values) })
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
const ownerOf = ({ userId, organizationId }: Account) => `${userId}.${organizationId}`

/**
 * Sends unsaved changes, including those made during a request. Reads the stored settings first to keep other people's
 * changes. Never rejects: the state shows what failed.
 */
export async function saveNotifications(): Promise<void> {
  const account = $account.get()
  if (!account || sending.has(ownerOf(account))) return
  const show = (state: SaveState) => isSameAccount(account, $account.get()) && $state.set(state)
  sending.add(ownerOf(account))
  try {
    while (!isEmpty(drafts.value(account))) {
      show({ status: 'saving', reason: '' })
      const now = await fetchNotificationSetup(account.organizationId)
      await changeSetup(account.organizationId, () => now)
      const changes = rebased(drafts.value(account), now.settings)
      keep(account, changes)
      if (!isEmpty(changes)) await send(account, changes)
      show({ status: 'saved', reason: '' })
    }
  } catch (error) {
    show({ status: 'failed', reason: failureText(error) })
  } finally {
    sending.delete(ownerOf(account))
  }
}

async function send(account: Account, changes: NotificationChanges): Promise<void> {
  const values = valuesOf(changes)
  const stored = await putSettings(account.organizationId, values)
  await changeSetup(account.organizationId, (setup) => ({
    ...setup,
    settings: { ...setup.settings, ...values, ...stored },
  }))
  keep(account, changesSince(drafts.value(account), changes))
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
  keep(requireAccount(), {})
  $state.set(IDLE)
}

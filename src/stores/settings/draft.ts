import { computed, map, type ReadableAtom } from 'nanostores'
import { changedIn, without } from '../../domain/common/three-way.ts'
import type { Changes, SettingsField } from '../../domain/settings/settings.ts'
import { now } from '../../platform/clock.ts'
import { onPageLeave } from '../../platform/page/page-state.ts'
import { afterPaint } from '../../platform/page/timing.ts'
import type { DurableItems } from '../../platform/storage/durable-item.ts'
import { onStoredElsewhere } from '../../platform/storage/storage.ts'
import { $account, type Account } from '../base/session/account.ts'
import {
  type DraftStorage,
  draftKeys,
  draftOnDisk,
  setDisk,
  storeDraft,
  storedDraft,
} from './draft-device.ts'
import { readDraft, type StoredDraft } from './draft-form.ts'

/**
 * Milliseconds. The first change of a burst is stored after the next paint; the others are stored together after this
 * time.
 */
const BURST = 250

const prefixOf = (userId: string) => `fieldhand.settings.${userId}.`
const keyOf = ({ userId, organizationId }: Account) => prefixOf(userId) + organizationId

const NOTHING: Changes = {}

/** Drafts by owner key. */
const $drafts = map<Record<string, StoredDraft>>({})
const $storages = map<Record<string, DraftStorage>>({})
const $offers = map<Record<string, string>>({})
const timers = new Map<string, ReturnType<typeof setTimeout>>()
const unstored = new Map<string, Set<SettingsField>>()
let hasWarned = false

/** The current user's unsaved changes for the current organization. */
export const $changes: ReadableAtom<Changes> = computed(
  [$account, $drafts],
  (account, drafts) => (account && drafts[keyOf(account)]?.changes) ?? NOTHING,
)

export const $draftStorage: ReadableAtom<DraftStorage> = computed(
  [$account, $storages],
  (account, storages) => (account && storages[keyOf(account)]) ?? 'device',
)

/** The warning when the device cannot store the draft. */
export const DRAFT_WARNING =
  'This device could not store your unsaved changes. They are safe only while this page is open.'

/** Calls `warn` once per page when the device first fails to store a draft. Returns the unsubscribe function. */
export function onDraftAtRisk(warn: (message: string) => void): () => void {
  return $draftStorage.subscribe((storage) => {
    if (storage !== 'memory' || hasWarned) return
    hasWarned = true
    warn(DRAFT_WARNING)
  })
}

/**
 * The time of the last edit of a draft found on this device (ISO 8601); null if there is none, or after the user has
 * answered the offer.
 */
export const $foundDraftAt: ReadableAtom<string | null> = computed(
  [$account, $offers],
  (account, offers) => (account && offers[keyOf(account)]) ?? null,
)

/** Resets all drafts in memory and uses another durable storage; without an argument, the browser's. */
export function resetDrafts(items?: DurableItems): void {
  setDisk(items)
  for (const timer of timers.values()) clearTimeout(timer)
  timers.clear()
  unstored.clear()
  hasWarned = false
  $drafts.set({})
  $storages.set({})
  $offers.set({})
}

/** Returns the keys of the user's drafts in memory and on the device, in every organization. */
async function keysOf(userId: string): Promise<string[]> {
  const prefix = prefixOf(userId)
  const here = Object.entries($drafts.get()).flatMap(([key, draft]) =>
    draft && key.startsWith(prefix) ? [key] : [],
  )
  return [...new Set([...here, ...(await draftKeys(prefix))])]
}

/** Returns whether the user has a draft in memory or on the device, in any organization. */
export const hasDrafts = async (userId: string): Promise<boolean> => (await keysOf(userId)).length > 0

/** Removes all drafts of the user from memory and from the device. */
export async function deleteDrafts(userId: string): Promise<void> {
  await Promise.all((await keysOf(userId)).map(removeDraft))
}

/** Removes the owner's draft from memory and from the device, even if it has not been opened. */
export const deleteDraft = (account: Account): Promise<void> => removeDraft(keyOf(account))

async function removeDraft(key: string): Promise<void> {
  clearTimeout(timers.get(key))
  timers.delete(key)
  unstored.delete(key)
  $drafts.setKey(key, undefined)
  $offers.setKey(key, undefined)
  await storeDraft(key, null)
}

/** Closes the offer to continue an earlier draft. */
export function closeDraftOffer(account: Account): void {
  $offers.setKey(keyOf(account), undefined)
}

/** Returns the owner's unsaved changes. */
export const changesOf = (account: Account): Changes => $drafts.get()[keyOf(account)]?.changes ?? NOTHING

/** Changes the owner's draft in memory and on the device. */
export function changeDraft(account: Account, change: (changes: Changes) => Changes): void {
  const before = changesOf(account)
  const changes = change(before)
  if (changes === before) return
  const key = keyOf(account)
  const fields = unstoredFields(key)
  for (const field of [...changedIn(before), ...changedIn(changes)]) {
    if (before[field] !== changes[field]) fields.add(field)
  }
  show(key, { keptAt: now().toISOString(), changes })
  if (timers.has(key)) return
  afterPaint(() => {
    if (unstoredFields(key).size > 0) store(key)
  })
  const timer = setTimeout(() => {
    timers.delete(key)
    if (unstoredFields(key).size > 0) store(key)
  }, BURST)
  timers.set(key, timer)
}

function show(key: string, draft: StoredDraft): void {
  $drafts.setKey(key, changedIn(draft.changes).length > 0 ? draft : undefined)
}

/** Returns the fields whose latest change the device has not stored yet. */
function unstoredFields(key: string): Set<SettingsField> {
  const fields = unstored.get(key) ?? new Set()
  unstored.set(key, fields)
  return fields
}

function store(key: string): void {
  unstoredFields(key).clear()
  void storeDraft(key, $drafts.get()[key] ?? null).then((storage) => $storages.setKey(key, storage))
}

/** Stores pending changes immediately. */
export function flushDrafts(): void {
  for (const [key, fields] of unstored) if (fields.size > 0) store(key)
}

/** Loads the owner's draft from the device and offers to continue it. Newer input takes precedence. */
export async function openDraft(account: Account): Promise<void> {
  const key = keyOf(account)
  const stored = storedDraft(key)
  const here = newest($drafts.get()[key], stored)
  if (here) applyDraft(key, here, unstoredFields(key))
  const before = changesOf(account)
  const durable = await draftOnDisk(key)
  if (!durable || newest(here, durable) !== durable) return
  const now = changesOf(account)
  const typed = [...changedIn(before), ...changedIn(now)].filter((field) => before[field] !== now[field])
  applyDraft(key, durable, new Set(typed))
}

/** Returns the draft that was edited last; `a` if both have the same time. */
function newest(a: StoredDraft | null | undefined, b: StoredDraft | null): StoredDraft | null {
  return a && b ? (b.keptAt > a.keptAt ? b : a) : (a ?? b)
}

function applyDraft(key: string, found: StoredDraft, typed: ReadonlySet<SettingsField>): void {
  show(key, { ...found, changes: withTypedValues(key, found.changes, typed) })
  $offers.setKey(key, found.keptAt)
}

/** Returns the changes, overridden by the values typed in this tab. */
function withTypedValues(key: string, changes: Changes, typed: ReadonlySet<SettingsField>): Changes {
  const here = $drafts.get()[key]?.changes ?? NOTHING
  const others = changedIn(here).filter((field) => !typed.has(field))
  return { ...without(changes, [...typed]), ...without(here, others) }
}

/**
 * Applies other tabs' changes to the current draft, and stores pending changes before the page unloads. Calls `settled`
 * when another tab has saved or discarded the draft. Returns the unsubscribe function.
 */
export function followDrafts(settled: () => void): () => void {
  const stopListening = onStoredElsewhere((key, value) => {
    const account = $account.get()
    if (!account || key !== keyOf(account)) return
    const found = readDraft(value)
    show(key, {
      keptAt: found?.keptAt ?? now().toISOString(),
      changes: withTypedValues(key, found?.changes ?? NOTHING, unstoredFields(key)),
    })
    if (value === null) settled()
  })
  const stopWatching = onPageLeave(flushDrafts)
  return () => {
    stopListening()
    stopWatching()
  }
}

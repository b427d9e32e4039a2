import { computed, map, type ReadableAtom } from 'nanostores'
import {
  type Changes,
  changedFields,
  type SettingsField,
  withoutFields,
} from '../../domain/settings/settings.ts'
import { now } from '../../platform/clock.ts'
import { onPageLeave } from '../../platform/page/page-state.ts'
import type { DurableItems } from '../../platform/storage/durable-item.ts'
import { onStoredElsewhere } from '../../platform/storage/storage.ts'
import { $owner, type Owner } from '../session/owner.ts'
import {
  type DraftKeeping,
  draftKeys,
  draftOnDisk,
  keepOnDevice,
  setDisk,
  storedDraft,
} from './draft-device.ts'
import { type KeptDraft, readDraft } from './draft-form.ts'

/** Milliseconds: the first change of a burst is stored at once, the others together after this time. */
const BURST = 250

const prefixOf = (userId: string) => `fieldhand.settings.${userId}.`
const keyOf = ({ userId, organizationId }: Owner) => prefixOf(userId) + organizationId

const NOTHING: Changes = {}

/** By the key of each owner. */
const $drafts = map<Record<string, KeptDraft>>({})
const $keepings = map<Record<string, DraftKeeping>>({})
const $offers = map<Record<string, string>>({})
const timers = new Map<string, ReturnType<typeof setTimeout>>()
const unstored = new Map<string, Set<SettingsField>>()
let hasWarned = false

/** What the current user has typed for the current organization and not saved. */
export const $changes: ReadableAtom<Changes> = computed(
  [$owner, $drafts],
  (owner, drafts) => (owner && drafts[keyOf(owner)]?.changes) ?? NOTHING,
)

/** Whether the current draft is safe on the device. */
export const $draftKeeping: ReadableAtom<DraftKeeping> = computed(
  [$owner, $keepings],
  (owner, keepings) => (owner && keepings[keyOf(owner)]) ?? 'device',
)

/** What is said when the device would not keep the draft. */
export const DRAFT_WARNING =
  'This device could not store your unsaved changes. They are safe only while this page is open.'

/** Calls `warn` once per page when the device first fails to store a draft. Returns the unsubscribe function. */
export function onDraftAtRisk(warn: (message: string) => void): () => void {
  return $draftKeeping.subscribe((keeping) => {
    if (keeping !== 'memory' || hasWarned) return
    hasWarned = true
    warn(DRAFT_WARNING)
  })
}

/** When the draft found on this device was kept (ISO 8601); null when none was found, or it has been answered. */
export const $foundDraftAt: ReadableAtom<string | null> = computed(
  [$owner, $offers],
  (owner, offers) => (owner && offers[keyOf(owner)]) ?? null,
)

/** Starts over with another disk, or the browser's own: what is in memory only is forgotten. */
export function keepDraftsOn(items?: DurableItems): void {
  setDisk(items)
  for (const timer of timers.values()) clearTimeout(timer)
  timers.clear()
  unstored.clear()
  hasWarned = false
  $drafts.set({})
  $keepings.set({})
  $offers.set({})
}

/** Whether the user has a draft on this device, in any organization. */
export async function hasDrafts(userId: string): Promise<boolean> {
  return (await draftKeys(prefixOf(userId))).length > 0
}

/** Removes all drafts of the user, here and from the device. */
export async function forgetDrafts(userId: string): Promise<void> {
  const here = Object.keys($drafts.get()).filter((key) => key.startsWith(prefixOf(userId)))
  const keys = new Set([...here, ...(await draftKeys(prefixOf(userId)))])
  for (const key of keys) {
    clearTimeout(timers.get(key))
    timers.delete(key)
    unstored.delete(key)
    $drafts.setKey(key, undefined)
    $offers.setKey(key, undefined)
  }
  await Promise.all([...keys].map((key) => keepOnDevice(key, null)))
}

/** The offer to go on with an earlier draft has been answered. */
export function answerOffer(owner: Owner): void {
  $offers.setKey(keyOf(owner), undefined)
}

/** What the owner has typed and not saved. */
export const changesOf = (owner: Owner): Changes => $drafts.get()[keyOf(owner)]?.changes ?? NOTHING

/** Changes the owner's draft, here and on the device. */
export function changeDraft(owner: Owner, change: (changes: Changes) => Changes): void {
  const before = changesOf(owner)
  const changes = change(before)
  if (changes === before) return
  const key = keyOf(owner)
  const fields = unstoredFields(key)
  for (const field of [...changedFields(before), ...changedFields(changes)]) {
    if (before[field] !== changes[field]) fields.add(field)
  }
  show(key, { keptAt: now().toISOString(), changes })
  if (timers.has(key)) return
  store(key)
  const timer = setTimeout(() => {
    timers.delete(key)
    if (unstoredFields(key).size > 0) store(key)
  }, BURST)
  timers.set(key, timer)
}

function show(key: string, draft: KeptDraft): void {
  $drafts.setKey(key, changedFields(draft.changes).length > 0 ? draft : undefined)
}

/** The fields whose latest change is not on the device yet. */
function unstoredFields(key: string): Set<SettingsField> {
  const fields = unstored.get(key) ?? new Set()
  unstored.set(key, fields)
  return fields
}

function store(key: string): void {
  unstoredFields(key).clear()
  void keepOnDevice(key, $drafts.get()[key] ?? null).then((keeping) => $keepings.setKey(key, keeping))
}

/** Stores what has not been stored yet, at once. */
export function flushDrafts(): void {
  for (const [key, fields] of unstored) if (fields.size > 0) store(key)
}

/** Loads the owner's draft from the device and offers it. Newer input overrides it. */
export async function openDraft(owner: Owner): Promise<void> {
  const key = keyOf(owner)
  const stored = storedDraft(key)
  const here = newest($drafts.get()[key], stored)
  if (here) takeUp(key, here, unstoredFields(key))
  const before = changesOf(owner)
  const durable = await draftOnDisk(key)
  if (!durable || newest(here, durable) !== durable) return
  const now = changesOf(owner)
  const typed = [...changedFields(before), ...changedFields(now)].filter(
    (field) => before[field] !== now[field],
  )
  takeUp(key, durable, new Set(typed))
}

/** The draft kept last; of two kept at once the first. */
function newest(a: KeptDraft | null | undefined, b: KeptDraft | null): KeptDraft | null {
  return a && b ? (b.keptAt > a.keptAt ? b : a) : (a ?? b)
}

function takeUp(key: string, found: KeptDraft, typed: ReadonlySet<SettingsField>): void {
  show(key, { ...found, changes: underTyping(key, found.changes, typed) })
  $offers.setKey(key, found.keptAt)
}

/** The changes, with what was typed here over them. */
function underTyping(key: string, changes: Changes, typed: ReadonlySet<SettingsField>): Changes {
  const here = $drafts.get()[key]?.changes ?? NOTHING
  const others = changedFields(here).filter((field) => !typed.has(field))
  return { ...withoutFields(changes, [...typed]), ...withoutFields(here, others) }
}

/**
 * Follows what other tabs do with the current draft, and stores everything before the page goes. `settled` is
 * called when another tab has saved or discarded it. Returns the unsubscribe function.
 */
export function followDrafts(settled: () => void): () => void {
  const stopHearing = onStoredElsewhere((key, value) => {
    const owner = $owner.get()
    if (!owner || key !== keyOf(owner)) return
    const found = readDraft(value)
    show(key, {
      keptAt: found?.keptAt ?? now().toISOString(),
      changes: underTyping(key, found?.changes ?? NOTHING, unstoredFields(key)),
    })
    if (value === null) settled()
  })
  const stopWatching = onPageLeave(flushDrafts)
  return () => {
    stopHearing()
    stopWatching()
  }
}

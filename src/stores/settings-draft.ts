import { atom, computed, type ReadableAtom } from 'nanostores'
import { type Changes, changedFields, type SettingsField, withoutFields } from '../domain/settings.ts'
import { now } from '../platform/clock.ts'
import { type DurableItems, durableItems } from '../platform/durable-item.ts'
import { onPageLeave } from '../platform/page-life.ts'
import { readItem, removeItem, writeItem } from '../platform/storage.ts'
import { onStoredElsewhere } from '../platform/storage-news.ts'
import { $owner, type Owner } from './owner.ts'
import { type KeptDraft, readDraft, writeDraft } from './settings-draft-form.ts'

/** Milliseconds: the first change of a burst is stored at once, the others together after this time. */
const BURST = 250

const keyOf = ({ userId, organizationId }: Owner) => `fieldhand.settings.${userId}.${organizationId}`

const NOTHING: Changes = {}

let disk = durableItems

/** Where drafts outlive the browser's process; without argument, the browser's own again. */
export function keepDraftsOn(items: DurableItems = durableItems): void {
  disk = items
}

const $drafts = atom<ReadonlyMap<string, KeptDraft>>(new Map())

/** What the current user has typed for the current organization and not saved. */
export const $changes: ReadableAtom<Changes> = computed(
  [$owner, $drafts],
  (owner, drafts) => (owner && drafts.get(keyOf(owner))?.changes) ?? NOTHING,
)

/** Where the draft is kept: `memory` when the device would not take it, so that closing the page loses it. */
export type DraftKeeping = 'device' | 'memory'

const $keepings = atom<ReadonlyMap<string, DraftKeeping>>(new Map())

export const $draftKeeping: ReadableAtom<DraftKeeping> = computed(
  [$owner, $keepings],
  (owner, keepings) => (owner && keepings.get(keyOf(owner))) ?? 'device',
)

const $offers = atom<ReadonlyMap<string, string>>(new Map())

/** When the draft found on this device was kept (ISO 8601); null when none was found, or it has been answered. */
export const $foundDraftAt: ReadableAtom<string | null> = computed(
  [$owner, $offers],
  (owner, offers) => (owner && offers.get(keyOf(owner))) ?? null,
)

function put<Value>(
  $map: { get(): ReadonlyMap<string, Value>; set(map: ReadonlyMap<string, Value>): void },
  key: string,
  value: Value | null,
): void {
  const next = new Map($map.get())
  if (value === null) next.delete(key)
  else next.set(key, value)
  $map.set(next)
}

/** The offer to go on with an earlier draft has been answered. */
export function answerOffer(owner: Owner): void {
  put($offers, keyOf(owner), null)
}

/** What the owner has typed and not saved. */
export const changesOf = (owner: Owner): Changes => $drafts.get().get(keyOf(owner))?.changes ?? NOTHING

/** Changes the owner's draft, here and on the device. */
export function changeDraft(owner: Owner, change: (changes: Changes) => Changes): void {
  const before = changesOf(owner)
  const changes = change(before)
  if (changes === before) return
  const key = keyOf(owner)
  const fields = new Set([...changedFields(before), ...changedFields(changes)])
  const unkept = unkeptFields(key)
  for (const field of fields) if (before[field] !== changes[field]) unkept.add(field)
  put($drafts, key, changedFields(changes).length > 0 ? { keptAt: now().toISOString(), changes } : null)
  if (!timers.has(key)) {
    keep(key)
    timers.set(
      key,
      setTimeout(() => {
        timers.delete(key)
        if (unkeptFields(key).size > 0) keep(key)
      }, BURST),
    )
  }
}

const timers = new Map<string, ReturnType<typeof setTimeout>>()
const unkept = new Map<string, Set<SettingsField>>()

/** The fields whose latest change is not on the device yet. */
function unkeptFields(key: string): Set<SettingsField> {
  const fields = unkept.get(key) ?? new Set()
  unkept.set(key, fields)
  return fields
}

/** Stores what has not been stored yet, at once. */
export function flushDrafts(): void {
  for (const [key, fields] of unkept) if (fields.size > 0) keep(key)
}

function keep(key: string): void {
  unkeptFields(key).clear()
  const draft = $drafts.get().get(key)
  const written = draft ? writeDraft(draft) : null
  if (!draft) {
    removeItem(key)
    put($keepings, key, null)
  }
  const isKept = written !== null && writeItem(key, written)
  void keepDurably(key, written).then(
    () => draft && put($keepings, key, isKept || written !== null ? 'device' : 'memory'),
    () => draft && put($keepings, key, isKept ? 'device' : 'memory'),
  )
}

const writing = new Map<string, Promise<void>>()
const latest = new Map<string, string | null>()

/** Writes to the disk; while a write is under way, only the latest of those that follow is written. */
function keepDurably(key: string, written: string | null): Promise<void> {
  latest.set(key, written)
  const under = writing.get(key)
  if (under) return under
  const run = async () => {
    while (latest.has(key)) {
      const next = latest.get(key) ?? null
      latest.delete(key)
      if (next === null) await disk.remove(key)
      else await disk.write(key, next)
    }
  }
  const task = run().finally(() => {
    writing.delete(key)
    latest.delete(key)
  })
  writing.set(key, task)
  return task
}

/**
 * Takes up what the device holds of the owner's draft and offers it. What has been typed since stands over it.
 * The disk may know of more than the storage of the tabs, when the browser ended within seconds of the typing.
 */
export async function openDraft(owner: Owner): Promise<void> {
  const key = keyOf(owner)
  const here = $drafts.get().get(key)
  if (here) put($offers, key, here.keptAt)
  const found = readDraft(readItem(key))
  if (found) adopt(key, found)
  const durable = await disk.read(key).then(readDraft, () => null)
  if (durable && (!found || durable.keptAt > found.keptAt)) adopt(key, durable)
}

function adopt(key: string, found: KeptDraft): void {
  const here = $drafts.get().get(key)
  if (here && here.keptAt >= found.keptAt) return
  const typed = [...unkeptFields(key)]
  const changes = { ...withoutFields(found.changes, typed), ...pick(here?.changes ?? NOTHING, typed) }
  put($drafts, key, { keptAt: found.keptAt, changes })
  put($offers, key, found.keptAt)
}

function pick(changes: Changes, fields: readonly SettingsField[]): Changes {
  const others = changedFields(changes).filter((field) => !fields.includes(field))
  return withoutFields(changes, others)
}

/**
 * Follows what other tabs do with the drafts, and stores everything before the page goes. `settled` is called when
 * another tab has saved or discarded the current draft. Answers with the undo.
 */
export function followDrafts(settled: () => void): () => void {
  const stopHearing = onStoredElsewhere((key, value) => {
    const owner = $owner.get()
    if (!owner || key !== keyOf(owner)) return
    const typed = [...unkeptFields(key)]
    const mine = pick(changesOf(owner), typed)
    const found = readDraft(value)
    const changes = { ...withoutFields(found?.changes ?? NOTHING, typed), ...mine }
    const keptAt = found?.keptAt ?? now().toISOString()
    put($drafts, key, changedFields(changes).length > 0 ? { keptAt, changes } : null)
    if (value === null) settled()
  })
  const stopWatching = onPageLeave(flushDrafts)
  return () => {
    stopHearing()
    stopWatching()
  }
}

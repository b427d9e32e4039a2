import { computed, map, type ReadableAtom } from 'nanostores'
import { now } from '../../platform/clock.ts'
import { onPageLeave } from '../../platform/page/page-state.ts'
import { afterPaint } from '../../platform/page/timing.ts'
import { type DurableItems, durableItems } from '../../platform/storage/durable-item.ts'
import {
  itemKeys,
  onStoredElsewhere,
  readItem,
  removeItem,
  writeItem,
} from '../../platform/storage/storage.ts'
import { $account, type Account } from './session/account.ts'

/** What drafts belong to. Signing out and erasing an organization's data also remove those that no screen has opened. */
const KINDS = ['settings', 'notifications', 'onboarding', 'reply', 'note', 'new-lead'] as const
export type DraftKind = (typeof KINDS)[number]

interface Format<Value> {
  none: Value
  /** Returns the valid part of what was stored, also by an earlier version; can throw. */
  read: (stored: unknown) => Value
  isEmpty: (value: Value) => boolean
  /**
   * Returns what another tab or the device has, with what was typed here since `base`. By default, what was typed here
   * replaces it.
   */
  merge?: (found: Value, here: Value, base: Value) => Value
  /** Called when another tab has saved or discarded a draft. */
  onSettled?: (organizationId: string) => void
}

interface Kept<Value> {
  /** The time of the last edit, ISO 8601 in UTC; empty in the formats of earlier versions. */
  keptAt: string
  value: Value
}

/**
 * Milliseconds. The first change of a burst is stored after the next paint; the others are stored together after this
 * time.
 */
const BURST = 250

const formats = new Map<string, Format<unknown>>()

/** The opened drafts by key. */
const $drafts = map<Record<string, Kept<unknown> | undefined>>({})
/** Whether the device could not store a draft, by key. */
const $atRisk = map<Record<string, boolean | undefined>>({})

/** What the device had when a draft was opened, and what it has. */
const found = new Map<string, Kept<unknown>>()
const stored = new Map<string, unknown>()
/** The drafts whose last change is not stored yet, and the bursts that have begun. */
const changed = new Set<string>()
const bursts = new Map<string, ReturnType<typeof setTimeout>>()
const recoveries = new Map<string, Promise<ReadonlySet<string>>>()
const writing = new Map<string, Promise<void>>()
const latest = new Map<string, string | null>()
let disk = durableItems
let unwatch: (() => void) | null = null

const keyOf = (kind: string, { userId, organizationId }: Account, id: string) =>
  ['fieldhand', kind, userId, organizationId, ...(id ? [id] : [])].join('.')

/** Divides a key. Onboarding in version 1 stored its input without a user: `fieldhand.onboarding.org_1`. */
function partsOf(key: string) {
  const [app = '', kind = '', userId = '', organizationId] = key.split('.')
  const isDraft = app === 'fieldhand' && (KINDS as readonly string[]).includes(kind)
  if (!isDraft) return null
  return organizationId === undefined && kind === 'onboarding'
    ? { kind, userId: null, organizationId: userId }
    : { kind, userId, organizationId }
}

const formatOf = (key: string) => formats.get(key.split('.')[1] ?? '')
const isEmptyAt = (key: string, value: unknown) => formatOf(key)?.isEmpty(value) ?? true

/** Reads what any version has stored, without knowing the kind of draft. */
function parse(text: string | null): Kept<unknown> | null {
  if (text === null) return null
  try {
    const { keptAt, value, changes } = Object(JSON.parse(text))
    // Version 1 stored the settings' changes beside their time.
    if (typeof keptAt === 'string' && !Number.isNaN(Date.parse(keptAt)))
      return { keptAt, value: value ?? changes }
    return { keptAt: '', value: JSON.parse(text) }
  } catch {
    return { keptAt: '', value: text }
  }
}

function readAs(key: string, text: string | null): Kept<unknown> {
  const { none, read } = formatOf(key) as Format<unknown>
  try {
    const kept = parse(text)
    return kept ? { ...kept, value: read(kept.value) } : { keptAt: '', value: none }
  } catch {
    return { keptAt: '', value: none }
  }
}

/** Opens a draft of this device, unless it is open. */
function open(key: string): Kept<unknown> {
  unwatch ??= watch()
  const known = $drafts.get()[key]
  if (known) return known
  const kept = readAs(key, readItem(key))
  found.set(key, kept)
  stored.set(key, kept.value)
  $drafts.setKey(key, kept)
  return kept
}

/** Follows other tabs, and stores pending changes before the page unloads. */
function watch(): () => void {
  const stops = [
    onPageLeave(flushDrafts),
    onStoredElsewhere((key, text) => {
      if (!$drafts.get()[key]) return
      adopt(key, readAs(key, text), stored.get(key))
      const parts = partsOf(key)
      if (text === null && parts) formatOf(key)?.onSettled?.(parts.organizationId ?? '')
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Shows a newer version of an open draft, with what was typed here since `base`. */
function adopt(key: string, newer: Kept<unknown>, base: unknown): void {
  const { merge = (_, here) => here } = formatOf(key) as Format<unknown>
  const here = $drafts.get()[key]?.value
  stored.set(key, newer.value)
  $drafts.setKey(key, here === base ? newer : { ...newer, value: merge(newer.value, here, base) })
}

function put(key: string, value: unknown): void {
  open(key)
  $drafts.setKey(key, { keptAt: now().toISOString(), value })
  changed.add(key)
  // A draft that was sent or discarded must not come back.
  if (isEmptyAt(key, value)) store(key)
  if (bursts.has(key)) return
  afterPaint(() => store(key))
  const burst = setTimeout(() => {
    bursts.delete(key)
    store(key)
  }, BURST)
  bursts.set(key, burst)
}

/**
 * Stores a changed draft in localStorage at once, which survives a reload or crash of the page, then in durable storage,
 * which also survives a crash of the browser.
 */
function store(key: string): void {
  const kept = $drafts.get()[key]
  if (!changed.delete(key) || !kept) return
  stored.set(key, kept.value)
  const text = isEmptyAt(key, kept.value) ? null : JSON.stringify(kept)
  if (text === null) removeItem(key)
  const isStored = text === null || writeItem(key, text)
  const tell = (isSafe: boolean) => $atRisk.setKey(key, !isSafe)
  void writeThrough(key, text).then(
    () => tell(true),
    () => tell(isStored),
  )
}

/** Writes to durable storage. During a write, only the latest value is kept for the next write. */
function writeThrough(key: string, text: string | null): Promise<void> {
  latest.set(key, text)
  const running = writing.get(key)
  if (running) return running
  const task = writeLatest(key).finally(() => {
    writing.delete(key)
    latest.delete(key)
  })
  writing.set(key, task)
  return task
}

async function writeLatest(key: string): Promise<void> {
  for (let next = latest.get(key); next !== undefined; next = latest.get(key)) {
    latest.delete(key)
    if (next === null) await disk.remove(key)
    else await disk.write(key, next)
  }
}

const keysOnDisk = () => disk.keys().catch(() => [])

/** Takes over the account's drafts that are newer in durable storage, because the browser crashed. Returns their keys. */
async function recover({ userId, organizationId }: Account): Promise<ReadonlySet<string>> {
  const recovered = new Set<string>()
  for (const key of await keysOnDisk()) {
    const parts = partsOf(key)
    if (parts?.userId !== userId || parts.organizationId !== organizationId) continue
    const text = await disk.read(key).catch(() => null)
    const before = found.get(key) ?? parse(readItem(key))
    if (text === null || (parse(text)?.keptAt ?? '') <= (before?.keptAt ?? '')) continue
    if ($drafts.get()[key]) adopt(key, readAs(key, text), found.get(key)?.value)
    else writeItem(key, text)
    recovered.add(key)
  }
  return recovered
}

function recovered(account: Account): Promise<ReadonlySet<string>> {
  const owner = `${account.userId}.${account.organizationId}`
  const running = recoveries.get(owner) ?? recover(account)
  recoveries.set(owner, running)
  return running
}

/**
 * Creates the drafts of a kind: unsent input by account and id. The input is stored on this device, survives a reload,
 * an expired session, and a crash of the browser, follows other tabs, and is shown only to its author.
 */
export function createDrafts<Value>(kind: DraftKind, format: Format<Value>) {
  formats.set(kind, format as Format<unknown>)
  const stores = new Map<string, ReadableAtom<Value>>()
  const valueIn = (drafts: Record<string, Kept<unknown> | undefined>, key: string) =>
    (drafts[key]?.value ?? format.none) as Value
  const openAt = (account: Account, id: string) => {
    void recovered(account)
    return open(keyOf(kind, account, id)) as Kept<Value>
  }
  const ids = (account: Account): string[] => {
    const prefix = keyOf(kind, account, '')
    const keys = new Set([...Object.keys($drafts.get()), ...itemKeys(prefix)])
    return [...keys].flatMap((key) => (key.startsWith(`${prefix}.`) ? key.slice(prefix.length + 1) : []))
  }

  return {
    ids,
    /** The current account's draft without an id, once it has been opened. */
    $current: computed([$account, $drafts], (account, drafts) =>
      account ? valueIn(drafts, keyOf(kind, account, '')) : format.none,
    ) as ReadableAtom<Value>,

    /** Whether the device could not store that draft, so that closing the page loses it. */
    $isAtRisk: computed(
      [$account, $atRisk],
      (account, atRisk) => account !== null && atRisk[keyOf(kind, account, '')] === true,
    ) as ReadableAtom<boolean>,

    of(account: Account, id = ''): ReadableAtom<Value> {
      const key = keyOf(kind, account, id)
      openAt(account, id)
      const $draft = stores.get(key) ?? computed($drafts, (drafts) => valueIn(drafts, key))
      stores.set(key, $draft)
      return $draft
    },

    value: (account: Account, id = ''): Value => openAt(account, id).value,

    keep(account: Account, id: string, value: Value): void {
      put(keyOf(kind, account, id), value)
    },

    /** Calls `show` with the time of the last edit if this device has the draft, and again if it recovers a newer one. */
    async offer(account: Account, show: (keptAt: string) => void): Promise<void> {
      const offered = () => {
        const { keptAt, value } = openAt(account, '')
        if (!format.isEmpty(value)) show(keptAt)
      }
      offered()
      if ((await recovered(account)).has(keyOf(kind, account, ''))) offered()
    },
  }
}

/** Stores pending changes immediately. */
export function flushDrafts(): void {
  for (const key of changed) store(key)
}

/** Returns the keys of the drafts in memory and on the device that belong to a user, and to one organization. */
async function keysOf(userId: string, organizationId?: string): Promise<string[]> {
  const keys = new Set([...Object.keys($drafts.get()), ...itemKeys('fieldhand.'), ...(await keysOnDisk())])
  return [...keys].filter((key) => {
    const parts = partsOf(key)
    return (
      parts &&
      (parts.userId ?? userId) === userId &&
      (organizationId === undefined || parts.organizationId === organizationId)
    )
  })
}

/** Returns the number of a user's drafts of each kind, in every organization. */
export async function countDrafts(userId: string): Promise<Record<DraftKind, number>> {
  const counts = Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Record<DraftKind, number>
  for (const key of await keysOf(userId)) {
    const kept = $drafts.get()[key]
    const { kind } = partsOf(key) ?? {}
    if (kind && !(kept && isEmptyAt(key, kept.value))) counts[kind as DraftKind]++
  }
  return counts
}

/** Removes a user's drafts from memory and from this device, in every organization or in one. */
export async function deleteDrafts(userId: string, organizationId?: string): Promise<void> {
  await Promise.allSettled((await keysOf(userId, organizationId)).map(remove))
}

function remove(key: string): Promise<void> {
  clearTimeout(bursts.get(key))
  for (const state of [bursts, changed, found, stored]) state.delete(key)
  $drafts.setKey(key, undefined)
  $atRisk.setKey(key, undefined)
  removeItem(key)
  return writeThrough(key, null)
}

/** Closes all drafts and uses another durable storage; without an argument, the browser's. */
export function resetDrafts(items: DurableItems = durableItems): void {
  disk = items
  for (const burst of bursts.values()) clearTimeout(burst)
  for (const state of [bursts, changed, found, stored, recoveries]) state.clear()
  unwatch?.()
  unwatch = null
  $drafts.set({})
  $atRisk.set({})
}

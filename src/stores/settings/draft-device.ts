import { type DurableItems, durableItems } from '../../platform/storage/durable-item.ts'
import { itemKeys, readItem, removeItem, writeItem } from '../../platform/storage/storage.ts'
import { readDraft, type StoredDraft, writeDraft } from './draft-form.ts'

/** The storage of a draft. `memory` means that the device could not store it, so closing the page loses it. */
export type DraftStorage = 'device' | 'memory'

let disk = durableItems
const writing = new Map<string, Promise<void>>()
const latest = new Map<string, string | null>()

/** Replaces the durable storage; without an argument, restores the browser's. */
export function setDisk(items: DurableItems = durableItems): void {
  disk = items
}

/**
 * Stores a draft; null removes it. Writes to localStorage synchronously, which survives a reload or crash of the page,
 * then to durable storage, which also survives a crash of the browser.
 */
export async function storeDraft(key: string, draft: StoredDraft | null): Promise<DraftStorage> {
  const written = draft && writeDraft(draft)
  if (!draft) removeItem(key)
  const isStored = written !== null && writeItem(key, written)
  // If the draft is too large, the older version stays stored.
  if (draft && written === null) return 'memory'
  try {
    await writeThrough(key, written)
    return 'device'
  } catch {
    return isStored || !draft ? 'device' : 'memory'
  }
}

/** Writes to durable storage. During a write, only the latest value is kept for the next write. */
function writeThrough(key: string, written: string | null): Promise<void> {
  latest.set(key, written)
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

/** Returns the keys of all drafts that begin with `prefix`, in either storage. */
export async function draftKeys(prefix: string): Promise<string[]> {
  const onDisk = await disk.keys().catch(() => [])
  return [...new Set([...itemKeys(prefix), ...onDisk.filter((key) => key.startsWith(prefix))])]
}

/** Returns the draft from localStorage. */
export const storedDraft = (key: string): StoredDraft | null => readDraft(readItem(key))

/** Returns the draft from durable storage, which is newer if the browser crashed soon after an edit. */
export async function draftOnDisk(key: string): Promise<StoredDraft | null> {
  try {
    return readDraft(await disk.read(key))
  } catch {
    return null
  }
}

import { type DurableItems, durableItems } from '../../platform/storage/durable-item.ts'
import { itemKeys, readItem, removeItem, writeItem } from '../../platform/storage/storage.ts'
import { type KeptDraft, readDraft, writeDraft } from './draft-form.ts'

/** `memory` when the device would not take the draft, so that closing the page loses it. */
export type DraftKeeping = 'device' | 'memory'

let disk = durableItems
const writing = new Map<string, Promise<void>>()
const latest = new Map<string, string | null>()

/** Puts another disk in the place of the browser's; without argument, the browser's own again. */
export function setDisk(items: DurableItems = durableItems): void {
  disk = items
}

/**
 * Stores a draft, or with null removes it. The tabs' storage has it at once, which a reload and a crash of the page
 * leave alone; the disk has it soon after, which the end of the browser's process leaves alone too.
 */
export async function keepOnDevice(key: string, draft: KeptDraft | null): Promise<DraftKeeping> {
  const written = draft && writeDraft(draft)
  if (!draft) removeItem(key)
  const isStored = written !== null && writeItem(key, written)
  // A draft that is too large leaves the older one standing: better than none.
  if (draft && written === null) return 'memory'
  try {
    await writeThrough(key, written)
    return 'device'
  } catch {
    return isStored || !draft ? 'device' : 'memory'
  }
}

/** While a write is pending, only the latest of the following ones is written. */
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

/** The keys of all drafts that begin with `prefix`, in the tabs' storage or on the disk. */
export async function draftKeys(prefix: string): Promise<string[]> {
  const onDisk = await disk.keys().catch(() => [])
  return [...new Set([...itemKeys(prefix), ...onDisk.filter((key) => key.startsWith(prefix))])]
}

/** The draft that the tabs' storage holds. */
export const storedDraft = (key: string): KeptDraft | null => readDraft(readItem(key))

/** The draft that the disk holds, which may be newer when the browser ended within seconds of the typing. */
export async function draftOnDisk(key: string): Promise<KeptDraft | null> {
  try {
    return readDraft(await disk.read(key))
  } catch {
    return null
  }
}

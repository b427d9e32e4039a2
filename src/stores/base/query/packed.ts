import { mapInTurns } from '../../../platform/page/timing.ts'
import { isLong } from './client.ts'

/** The number of items in each text. */
const CHUNK = 100

/**
 * A long list as texts. The device copies a text in one step but objects one by one, which would block the page on
 * writing and reading.
 */
interface Packed {
  /** JSON arrays of items. */
  packed: string[]
  /** The object whose `leads` are the items; null if the response itself is the list. */
  rest: object | null
}

/** Returns a response in the form in which the device stores it. Keeps the page responsive while it works. */
export async function pack(data: unknown): Promise<unknown> {
  if (!isLong(data)) return data
  const isList = Array.isArray(data)
  const items: unknown[] = isList ? data : (data as { leads: unknown[] }).leads
  const from = Array.from({ length: Math.ceil(items.length / CHUNK) }, (_, index) => index * CHUNK)
  const packed = await mapInTurns(from, (start) => JSON.stringify(items.slice(start, start + CHUNK)))
  return { packed, rest: isList ? null : { ...(data as object), leads: [] } } satisfies Packed
}

/** Returns the original response of a packed one. */
export async function unpack(stored: unknown): Promise<unknown> {
  const { packed, rest } = (stored ?? {}) as Partial<Packed>
  if (!packed) return stored
  const items = (await mapInTurns(packed, (text): unknown[] => JSON.parse(text))).flat()
  return rest ? { ...rest, leads: items } : items
}

import { mapInTurns } from '../../platform/page/timing.ts'
import { isLong } from './client.ts'

/** Items of a text. */
const CHUNK = 100

/**
 * A long list as texts. The device copies texts at once, but objects one by one, which would block the page when it
 * writes and when it reads them.
 */
interface Packed {
  /** Each is a JSON array of items. */
  packed: string[]
  /** The object whose `leads` are the items; null if they are the response. */
  rest: object | null
}

/** Returns a response as the device stores it. The page stays responsive meanwhile. */
export async function pack(data: unknown): Promise<unknown> {
  if (!isLong(data)) return data
  const isList = Array.isArray(data)
  const items: unknown[] = isList ? data : (data as { leads: unknown[] }).leads
  const from = Array.from({ length: Math.ceil(items.length / CHUNK) }, (_, index) => index * CHUNK)
  const packed = await mapInTurns(from, (start) => JSON.stringify(items.slice(start, start + CHUNK)))
  return { packed, rest: isList ? null : { ...(data as object), leads: [] } } satisfies Packed
}

/** Returns the response that was packed. */
export async function unpack(stored: unknown): Promise<unknown> {
  const { packed, rest } = (stored ?? {}) as Partial<Packed>
  if (!packed) return stored
  const items = (await mapInTurns(packed, (text): unknown[] => JSON.parse(text))).flat()
  return rest ? { ...rest, leads: items } : items
}

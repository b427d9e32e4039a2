import { inThread } from '../in-thread.ts'
import { safeFetch, Unreadable } from '../net/safe-fetch.ts'
import type { Interval, Window } from './busy-in.ts'

const MEGABYTE = 1_000_000
const MOST_MEGABYTES = 10
const FETCH_MS = 20_000

const parse = inThread<{ text: string; window: Window }, Interval[]>(
  new URL('./busy-worker.ts', import.meta.url),
  { seconds: 20, megabytes: 512 },
)

/** The result of reading a calendar; `busy` is null if it has not changed since `etag`. */
export interface ReadSource {
  busy: Interval[] | null
  etag: string | null
}

/** Parses the address of a calendar, as people copy it. Throws {@link Unreadable}. */
export function sourceAddress(given: string): URL {
  const address = given.trim().replace(/^webcals?:\/\//i, 'https://')
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) {
    throw new Unreadable('Enter an address that begins with https://')
  }
  return new URL(address)
}

/** Reads a calendar within limits of time and memory. Throws {@link Unreadable}. */
export async function readSource(
  address: URL,
  window: Window,
  options: { etag?: string | null; isPrivate: (address: string) => boolean },
): Promise<ReadSource> {
  const { host } = address
  const { etag, isPrivate } = options
  const page = await safeFetch(address, {
    mostBytes: MOST_MEGABYTES * MEGABYTE,
    timeoutMs: FETCH_MS,
    isPrivate,
    headers: { Accept: 'text/calendar,*/*;q=0.1', ...(etag && { 'If-None-Match': etag }) },
  })
  if (page.status === 304) return { busy: null, etag: etag ?? null }
  if (page.status === 401 || page.status === 403 || page.status === 404 || page.status === 410) {
    throw new Unreadable(`${host} has no calendar at this address any more, or keeps it private.`)
  }
  if (page.status !== 200) throw new Unreadable(`${host} returns an error (${page.status}).`)
  if (page.isCut) {
    throw new Unreadable(`This calendar is larger than ${MOST_MEGABYTES} MB. Share one with fewer events.`)
  }
  if (!/BEGIN:VCALENDAR/i.test(page.text.slice(0, 1_000))) {
    throw new Unreadable(
      `${host} answers with a page that is not a calendar. Use the address that ends in .ics.`,
    )
  }
  const busy = await parse({ text: page.text, window }).catch(() => {
    throw new Unreadable(`The calendar of ${host} cannot be understood.`)
  })
  return { busy, etag: page.etag }
}

import { inThread, Stopped } from '../base/in-thread.ts'
import { safeFetch, Unreadable } from '../net/safe-fetch.ts'
import type { Interval, Window } from './busy-in.ts'
import type { BusyInput, BusyOutput } from './busy-worker.ts'

const MEGABYTE = 1_000_000
const MOST_MEGABYTES = 10
const FETCH_MS = 20_000
const FEWER = 'Share one with fewer appointments.'

const parse = inThread<BusyInput, BusyOutput>(new URL('./busy-worker.ts', import.meta.url), {
  seconds: 20,
  megabytes: 256,
})

/** The reason why a calendar takes too much to be read often. */
export class TooCostly extends Unreadable {
  override name = 'TooCostly'
}

/** The appointments of a calendar and, in words, what of it could not be read. Null if unchanged since `etag`. */
export interface ReadSource {
  read: { busy: Interval[]; unread: string | null } | null
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

interface Options {
  organizationId: string
  etag?: string | null
  isPrivate: (address: string) => boolean
}

/**
 * Reads a calendar for an organization within limits of time and memory. Throws {@link Unreadable}, or
 * {@link TooCostly} if it exceeds a limit.
 */
export async function readSource(address: URL, window: Window, options: Options): Promise<ReadSource> {
  const { host } = address
  const { organizationId, etag, isPrivate } = options
  const page = await safeFetch(address, {
    mostBytes: MOST_MEGABYTES * MEGABYTE,
    timeoutMs: FETCH_MS,
    isPrivate,
    headers: { Accept: 'text/calendar,*/*;q=0.1', ...(etag && { 'If-None-Match': etag }) },
  })
  if (page.status === 304) return { read: null, etag: etag ?? null }
  if (page.status === 401 || page.status === 403 || page.status === 404 || page.status === 410) {
    throw new Unreadable(`${host} has no calendar at this address any more, or keeps it private.`)
  }
  if (page.status !== 200) throw new Unreadable(`${host} returns an error (${page.status}).`)
  if (page.isCut) throw new TooCostly(`This calendar is larger than ${MOST_MEGABYTES} MB. ${FEWER}`)
  if (!/BEGIN:VCALENDAR/i.test(page.text.slice(0, 1_000))) {
    throw new Unreadable(
      `${host} answers with a page that is not a calendar. Use the address that ends in .ics.`,
    )
  }
  const output = await parse(organizationId, { text: page.text, window }).catch((error: unknown) => {
    throw error instanceof Stopped
      ? new TooCostly(`The calendar of ${host} takes too long to read. ${FEWER}`)
      : new Unreadable(`The calendar of ${host} cannot be understood.`)
  })
  if ('problem' in output) throw new TooCostly(`${output.problem} ${FEWER}`)
  return { read: output, etag: page.etag }
}

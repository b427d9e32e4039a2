import { Stopped } from '../base/in-thread.ts'
import { type FetchedPage, Unreadable } from '../net/safe-fetch.ts'

/** Returns the result of `reading` for a page. Throws {@link Unreadable} if the page isn't HTML or `reading` fails. */
export async function readHtml<Output>(
  { url, status, type }: FetchedPage,
  reading: () => Promise<Output>,
): Promise<Output> {
  if (status !== 200) throw new Unreadable(`${url.host} returned HTTP ${status}.`)
  if (type !== '' && !/html/.test(type)) throw new Unreadable(`${url.host} has no web page at this address.`)
  return reading().catch((error: unknown) => {
    const why = error instanceof Stopped ? 'takes too long to read' : 'cannot be understood'
    throw new Unreadable(`The page of ${url.host} ${why}.`)
  })
}

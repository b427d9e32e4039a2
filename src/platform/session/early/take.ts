import { uncover } from '../../page/last-view/last-view.ts'
import type { Early } from './start.ts'

/** Milliseconds after which an early response is too old to be a page's first response. */
const MAX_AGE = 20_000

/** The user and organization that early requests belong to. */
export interface Owner {
  userId: string | undefined
  organizationId: string | undefined
}

const early = (): Early | null => globalThis.window?.fieldhandEarly ?? null

/** Resolves with the owner of the page script's token, or null if the script has no token. */
export async function presumedOwner(): Promise<Early['owner'] | null> {
  const all = early()
  return (await all?.token) && early() === all ? (all?.owner ?? null) : null
}

/**
 * Discards everything that the page's script has started, so that none of it is used any longer. The page then needs
 * Clerk.
 */
export function discardEarly(): void {
  if (!early()) return
  window.fieldhandEarly = null
  uncover()
  window.loadSession?.()
}

/** Discards what the page's script has started unless it belongs to `owner`. */
export function keepEarlyOf(owner: Owner): void {
  if (!isOf(owner)) discardEarly()
}

const isOf = ({ userId, organizationId }: Owner): boolean => {
  const of = early()?.owner
  return of !== undefined && of.userId === userId && of.organizationId === organizationId
}

/**
 * Returns the response to a GET request for `url` that the page's script has sent, whatever its status. Each response can be taken
 * once. Returns null if there is no such request, or if it belongs to another owner or is too old; the caller then makes
 * the request. Calls `ownerNow` again after the response has arrived.
 *
 * @throws if the request fails without a response.
 */
export async function takeEarly(url: string, ownerNow: () => Owner): Promise<Response | null> {
  const all = early()
  const call = all?.calls.get(url)
  if (!all || !call || !isOf(ownerNow())) return null
  all.calls.delete(url)
  if (Date.now() - call.startedAt > MAX_AGE) return null
  const response = await call.response
  // The browser's cookies can be wrong about the session, so Clerk has to confirm it.
  if (response?.status === 401 || response?.status === 403) window.loadSession?.()
  return early() === all && isOf(ownerNow()) ? response : null
}

/** Returns the page script's token if it belongs to this owner. Returns null if there is none, or if it has expired. */
export async function earlyToken(ownerNow: () => Owner): Promise<string | null> {
  const all = early()
  if (!all || !isOf(ownerNow())) return null
  const token = await all.token
  const isGood = token !== null && token.expiresAt > Date.now()
  return isGood && early() === all && isOf(ownerNow()) ? token.value : null
}

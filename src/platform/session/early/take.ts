import type { Early } from './start.ts'

/** Milliseconds after which an early call is too old to be a page's first answer. */
const MAX_AGE = 20_000

/** The user and organization for whom something early may be used. */
export interface Owner {
  userId: string | undefined
  organizationId: string | undefined
}

const early = (): Early | null => globalThis.window?.fieldhandEarly ?? null

/** Resolves with the owner of the token that the page's script has; null if it has none. */
export async function presumedOwner(): Promise<Early['owner'] | null> {
  const all = early()
  return (await all?.token) && early() === all ? (all?.owner ?? null) : null
}

/** Throws away what the page's script has started, so that nothing of it is used any more. Then the page needs Clerk. */
export function discardEarly(): void {
  if (!early()) return
  window.fieldhandEarly = null
  window.loadSession?.()
}

/** Throws it away if it belongs to someone else than `owner`. */
export function keepEarlyOf(owner: Owner): void {
  if (!isOf(owner)) discardEarly()
}

const isOf = ({ userId, organizationId }: Owner): boolean => {
  const of = early()?.owner
  return of !== undefined && of.userId === userId && of.organizationId === organizationId
}

/**
 * Returns the response to a GET of `url` that is under way, once. Null without one, if it is another owner's or too old,
 * or if the call failed in any way; then the caller makes it. `ownerNow` is asked again when the response is there.
 */
export async function takeEarly(url: string, ownerNow: () => Owner): Promise<Response | null> {
  const all = early()
  const call = all?.calls.get(url)
  if (!all || !call || !isOf(ownerNow())) return null
  all.calls.delete(url)
  if (Date.now() - call.startedAt > MAX_AGE) return null
  const response = await call.response
  // Whoever refuses these calls also refuses others with their token.
  if (response?.status === 401 || response?.status === 403) discardEarly()
  return response?.ok && early() === all && isOf(ownerNow()) ? response : null
}

/** Returns the token of the page's script for calls of this owner. Null without one, or if it has expired. */
export async function earlyToken(ownerNow: () => Owner): Promise<string | null> {
  const all = early()
  if (!all || !isOf(ownerNow())) return null
  const token = await all.token
  const isGood = token !== null && token.expiresAt > Date.now()
  return isGood && early() === all && isOf(ownerNow()) ? token.value : null
}

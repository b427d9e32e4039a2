import { uncover } from '../../page/last-view/last-view.ts'
import type { Early, EarlyCall } from './start.ts'

/** Milliseconds after which an early call is too old to be a page's first answer. */
const MAX_AGE = 20_000

/** Milliseconds after which a call for the next page is too old to be its answer. */
const AHEAD_MAX_AGE = 5_000

/** The user and organization for whom something early may be used. */
export interface Owner {
  userId: string | undefined
  organizationId: string | undefined
}

const early = (): Early | null => globalThis.window?.fieldhandEarly ?? null

/** What this tab has asked for the page that it is about to open. */
let ahead: { owner: Owner; calls: Map<string, EarlyCall> } | null = null

/** Starts GETs that `owner`'s next page makes; those that are already under way are not repeated. */
export function callAhead(
  owner: Owner,
  urls: readonly string[],
  send: (url: string) => Promise<Response>,
): void {
  const startedAt = Date.now()
  const isYoung = ([, call]: [string, EarlyCall]) => startedAt - call.startedAt <= AHEAD_MAX_AGE
  if (!ahead || !isSame(ahead.owner, owner)) ahead = { owner, calls: new Map() }
  ahead.calls = new Map([...ahead.calls].filter(isYoung))
  for (const url of urls) {
    if (!ahead.calls.has(url)) ahead.calls.set(url, { startedAt, response: send(url).catch(() => null) })
  }
}

/** Forgets the calls for the next page, whose responses can be older than a change. */
export function dropAhead(): void {
  ahead = null
}

/** Resolves with the owner of the token that the page's script has; null if it has none. */
export async function presumedOwner(): Promise<Early['owner'] | null> {
  const all = early()
  return (await all?.token) && early() === all ? (all?.owner ?? null) : null
}

/** Throws away what the page's script has started, so that nothing of it is used any more. Then the page needs Clerk. */
export function discardEarly(): void {
  if (!early()) return
  window.fieldhandEarly = null
  uncover()
  window.loadSession?.()
}

/** Throws it away if it belongs to someone else than `owner`. */
export function keepEarlyOf(owner: Owner): void {
  if (!isOf(owner)) discardEarly()
}

const isSame = (a: Owner, b: Owner): boolean => a.userId === b.userId && a.organizationId === b.organizationId

const isOf = (owner: Owner): boolean => {
  const of = early()?.owner
  return of !== undefined && isSame(owner, of)
}

/**
 * Returns the response to a GET of `url` that is under way, once. Null without one, if it is another owner's or too old,
 * or if the call failed in any way; then the caller makes it. `ownerNow` is asked again when the response is there.
 */
export async function takeEarly(url: string, ownerNow: () => Owner): Promise<Response | null> {
  const isAhead = ahead?.calls.has(url) ?? false
  const source = () => (isAhead ? ahead : early())
  const all = source()
  const call = all?.calls.get(url)
  if (!all || !call || !isSame(ownerNow(), all.owner)) return null
  all.calls.delete(url)
  if (Date.now() - call.startedAt > (isAhead ? AHEAD_MAX_AGE : MAX_AGE)) return null
  const response = await call.response
  // Whoever refuses these calls also refuses others with their token.
  if (response?.status === 401 || response?.status === 403) discardEarly()
  return response?.ok && source() === all && isSame(ownerNow(), all.owner) ? response : null
}

/** Returns the token of the page's script for calls of this owner. Null without one, or if it has expired. */
export async function earlyToken(ownerNow: () => Owner): Promise<string | null> {
  const all = early()
  if (!all || !isOf(ownerNow())) return null
  const token = await all.token
  const isGood = token !== null && token.expiresAt > Date.now()
  return isGood && early() === all && isOf(ownerNow()) ? token.value : null
}

import { MINUTE_MS, SECOND_MS } from '../../src/domain/time/durations.ts'
import { Revoked, Unavailable } from '../base/vendor-errors.ts'

/** How long before expiry tokens are refreshed. */
const BEFORE_EXPIRY_MS = 2 * MINUTE_MS
/** How long one server has to refresh tokens before another one may. */
const LEASE_MS = 30 * SECOND_MS
const LOOK_MS = 200

/** The tokens of a connection; each refreshed pair has the next version. */
export interface StoredTokens {
  access: string
  refresh: string
  version: number
  expiresAt: Date
}

/** The storage of a connection's tokens, shared by all servers. */
export interface TokenStore {
  /** The display name of the service. */
  name: string
  /** Rejects with {@link Revoked} if there is no connection, or its tokens are unusable. */
  read(): Promise<StoredTokens>
  /** Lets one server refresh a version until `until`. Returns false if another server is refreshing it. */
  claim(version: number, now: Date, until: Date): Promise<boolean>
  /** Refreshes claimed tokens and stores them. Always ends the claim. */
  refresh(tokens: StoredTokens): Promise<void>
}

/**
 * Returns an access token that is valid for a while and does not have the version `refused`. One server refreshes
 * the tokens, and the others wait at most `patienceMs` for them.
 */
async function currentToken(
  store: TokenStore,
  clock: () => Date,
  refused: number | null,
  patienceMs = LEASE_MS,
): Promise<{ access: string; version: number }> {
  for (let look = 0; look < patienceMs / LOOK_MS; look += 1) {
    const tokens = await store.read()
    const { access, version, expiresAt } = tokens
    const now = clock()
    const isFresh = expiresAt.getTime() - now.getTime() > BEFORE_EXPIRY_MS
    if (isFresh && version !== refused) return { access, version }
    const isOurs = await store.claim(version, now, new Date(now.getTime() + LEASE_MS))
    if (isOurs) await store.refresh(tokens)
    else await new Promise((done) => setTimeout(done, LOOK_MS))
  }
  throw new Unavailable(`The tokens of ${store.name} could not be refreshed`)
}

/**
 * Runs a request with an access token, and retries it once with a new token if the service does not accept the first.
 */
export async function withToken<T>(
  store: TokenStore,
  clock: () => Date,
  use: (access: string) => Promise<T>,
  patienceMs?: number,
): Promise<T> {
  const first = await currentToken(store, clock, null, patienceMs)
  try {
    return await use(first.access)
  } catch (error) {
    if (!(error instanceof Revoked)) throw error
  }
  const second = await currentToken(store, clock, first.version, patienceMs)
  try {
    return await use(second.access)
  } catch (error) {
    // Only a rejected refresh means that the tokens are revoked.
    if (error instanceof Revoked) throw new Unavailable(`${store.name} does not accept its new token`)
    throw error
  }
}

import { createLimiter, type Limiter, secondsToWait } from '../../server/http/rate-limit.ts'
import type { Deps } from '../../server/kernel/deps.ts'
import { ClerkError } from './errors.ts'
import { hasSignedIn } from './queries.ts'
import type { Client } from './rows.ts'

const WINDOW_SECONDS = 15 * 60
/** Wrong passwords for one account within the window, from one network address or one known browser. */
const PER_ACCOUNT = 10
/** Wrong passwords for all accounts within the window, from one network address. */
const PER_ADDRESS = 60
/**
 * Wrong passwords for one account per hour, from all addresses together. One address can't use them up, because
 * `PER_ACCOUNT` allows it fewer.
 */
const FROM_ANYWHERE = { points: 100, duration: 60 * 60 }
/** Sign-ups per hour, successful or not, because each one reveals whether an account exists. */
const SIGN_UPS = { points: 20, duration: 60 * 60 }
/** Browsers without a cookie that start to sign in or sign up per hour, from one network address. */
const CLIENTS = { points: 600, duration: 60 * 60 }

/** The origin of a guess. */
export interface Guesser {
  client: Client | null
  address: string
}

/**
 * Slows down the guessing of passwords and accounts. Guesses from one address lock out nobody else. Guesses from many
 * addresses lock an account only for browsers that have never signed in to it.
 */
export function createLimits(deps: Deps) {
  const accounts = createLimiter(deps, 'passwordsPerAccount', {
    points: PER_ACCOUNT,
    duration: WINDOW_SECONDS,
  })
  const addresses = createLimiter(deps, 'passwordsPerAddress', {
    points: PER_ADDRESS,
    duration: WINDOW_SECONDS,
  })
  const fromAnywhere = createLimiter(deps, 'passwordsFromAnywhere', FROM_ANYWHERE)
  const signUps = createLimiter(deps, 'signUpsPerAddress', SIGN_UPS)
  const clients = createLimiter(deps, 'clientsPerAddress', CLIENTS)
  return {
    /**
     * Runs a check that returns whether the password is right. Only wrong passwords count. A browser that has signed in
     * to the account before is counted separately, so that strangers at its address don't lock it out.
     *
     * @throws {ClerkError} 429 before the check if there were too many wrong passwords.
     */
    async guardPassword(
      account: string,
      { client, address }: Guesser,
      check: () => Promise<boolean>,
    ): Promise<boolean> {
      const known = client !== null && (await hasSignedIn(deps.db, client.id, account))
      const key = `${account} ${known ? client.id : address}`
      // Count the address first, because a guesser can name any number of accounts.
      if (!known) await consume(addresses, address)
      await consume(accounts, key)
      if (!known) await consume(fromAnywhere, account)
      const right = await check()
      if (right) {
        await accounts.delete(key)
        if (!known) {
          await addresses.reward(address)
          await fromAnywhere.reward(account)
        }
      }
      return right
    },

    /** @throws {ClerkError} 429 if the address has signed up too often. */
    countSignUp: (address: string) => consume(signUps, address),

    /** @throws {ClerkError} 429 if the address has started too many attempts in new browsers. */
    countClient: (address: string) => consume(clients, address),
  }
}

async function consume(limiter: Limiter, key: string): Promise<void> {
  const retryAfterSeconds = await secondsToWait(limiter, key)
  if (retryAfterSeconds === null) return
  throw new ClerkError(
    429,
    'too_many_requests',
    `Too many attempts. Please try again in ${Math.ceil(retryAfterSeconds / 60)} minutes.`,
    { retryAfterSeconds },
  )
}

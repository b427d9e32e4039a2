import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { mountFaults } from '../lib/fault-route.ts'
import { createFaults } from '../lib/faults.ts'
import { keepChanges, keepIn } from '../lib/keep.ts'
import { type LocalServer, serveStandIn } from '../lib/serve.ts'
import { type Account, type AccountOptions, type AccountState, createAccount } from './account.ts'
import { calendarRoutes } from './calendar-routes.ts'
import { type Env, GOOGLE_FAULTS, type GoogleFault, type Play } from './context.ts'
import { GoogleError, notFound, OAuthError } from './errors.ts'
import { guarded, misbehaving } from './guard.ts'
import { type AppOptions, createTokens, type TokenState } from './oauth.ts'
import { oauthRoutes } from './oauth-routes.ts'
import { pageRoutes } from './page-routes.ts'

export const LOCAL_APP: AppOptions = {
  name: 'Fieldhand',
  clientId: 'fieldhand-local.apps.googleusercontent.com',
  clientSecret: 'local-stand-in',
  redirectUris: [],
  accessTokenSeconds: 3_599,
}

/** The accounts to choose from on the consent page. */
export const LOCAL_ACCOUNTS: readonly AccountOptions[] = [
  {
    email: 'greenacres.example@gmail.com',
    name: 'Olivia Owens',
    timezone: 'America/New_York',
    others: [
      { id: 'estimates@group.calendar.google.com', name: 'Estimates', role: 'owner' },
      { id: 'en.usa#holiday@group.v.calendar.google.com', name: 'Holidays in United States', role: 'reader' },
    ],
  },
  { email: 'rivalmowing.example@gmail.com', name: 'Riley Vance', timezone: 'America/Chicago', others: [] },
]

export interface GoogleOptions {
  app?: Partial<AppOptions>
  /** The path at which the routes are mounted, such as `/__local/google`. */
  base?: string
  /** The file that stores events and tokens; in memory if absent. */
  file?: string
  clock?: () => Date
}

/** The contents of the file. */
interface State {
  tokens: TokenState
  accounts: [email: string, state: AccountState][]
}

export interface Google extends Play {
  routes: Hono<Env>
  account(email?: string): Account
  /** Removes all events and tokens, and clears the fault. */
  clear(): Promise<void>
  /** Writes the file. */
  close(): Promise<void>
}

/** Simulates Google: OAuth, Calendar, and a page. */
export function createGoogle(options: GoogleOptions = {}): Google {
  const { base = '', clock = () => new Date() } = options
  const app: AppOptions = { ...LOCAL_APP, ...options.app }
  const accounts: Account[] = []
  const file = options.file
    ? keepIn<State>(options.file, () => ({
        tokens: tokens.state,
        accounts: accounts.map((each) => [each.email, each.state]),
      }))
    : null
  const kept = file?.read()
  const tokens = createTokens(app, clock, kept?.tokens)
  const fill = (states = new Map<string, AccountState>()) => {
    const made = LOCAL_ACCOUNTS.map((each) => createAccount(each, clock, states.get(each.email)))
    accounts.splice(0, accounts.length, ...made)
  }
  fill(new Map(kept?.accounts))
  const play: Play = { app, base, accounts, tokens, faults: createFaults<GoogleFault>(), clock }

  const routes = new Hono<Env>()
  if (file) routes.use(keepChanges(file))
  routes.onError((error) => {
    if (error instanceof GoogleError || error instanceof OAuthError) return error.toResponse()
    if (error instanceof HTTPException) return error.getResponse()
    throw error
  })
  mountFaults(routes as unknown as Hono, '/fault', play.faults, GOOGLE_FAULTS)
  for (const path of ['/token', '/revoke']) routes.use(path, misbehaving(play, 'oauth'))
  routes.use('/calendar/v3/*', misbehaving(play, 'calendar'), guarded(play))
  routes.route('/', oauthRoutes(play))
  routes.route('/calendar/v3', calendarRoutes(play))
  routes.route('/', pageRoutes(play))
  routes.all('*', () => notFound().toResponse())

  return {
    ...play,
    routes,
    account(email = LOCAL_ACCOUNTS[0]?.email) {
      const account = accounts.find((each) => each.email === email)
      if (!account) throw new Error(`The stand-in has no account ${email}`)
      return account
    },
    async close() {
      file?.close()
    },
    async clear() {
      fill()
      tokens.clear()
      file?.changed()
      await play.faults.tell({ fault: null })
    },
  }
}

export type GoogleServer = Google & LocalServer

/** Starts the stand-in on this machine on a free port. `url` is for the client's `rootUrl` and for links. */
export const startGoogle = (options?: GoogleOptions): Promise<GoogleServer> =>
  serveStandIn(createGoogle(options))

import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { mountFaults } from '../lib/fault-route.ts'
import { createFaults } from '../lib/faults.ts'
import { type Kept, keepChanges, keepIn } from '../lib/keep.ts'
import { type LocalServer, serveStandIn } from '../lib/serve.ts'
import { type Account, type AccountState, createAccount } from './account.ts'
import { type Env, HUBSPOT_FAULTS, type HubSpotFault, type Play } from './context.ts'
import { HubSpotError, notFound } from './errors.ts'
import { guarded, misbehaving } from './guard.ts'
import { type AppOptions, createTokens, OAuthError, type TokenState } from './oauth.ts'
import { oauthRoutes } from './oauth-routes.ts'
import { objectRoutes } from './object-routes.ts'
import { pageRoutes } from './page-routes.ts'
import type { AccountOptions } from './types.ts'
import { createWebhooks, WEBHOOK_FAULTS, type WebhookOptions } from './webhooks.ts'

export const LOCAL_APP: AppOptions = {
  appId: 4_230_117,
  name: 'Fieldhand',
  clientId: 'fieldhand-local',
  clientSecret: 'local-stand-in',
  redirectUris: [],
  scopes: [
    'crm.objects.contacts.read',
    'crm.objects.contacts.write',
    'crm.objects.deals.read',
    'crm.objects.deals.write',
  ],
  accessTokenSeconds: 1800,
}

/** The accounts to choose from on the consent page. */
export const LOCAL_ACCOUNTS: readonly AccountOptions[] = [
  {
    portalId: 44_100_021,
    name: 'Green Acres Lawn & Landscape',
    domain: 'greenacres.example',
    user: { id: 61_200_345, email: 'owner@fieldhand.test', firstName: 'Olivia', lastName: 'Owens' },
  },
  {
    portalId: 44_100_388,
    name: 'Rival Mowing',
    domain: 'rivalmowing.example',
    user: { id: 61_200_777, email: 'rival@fieldhand.test', firstName: 'Riley', lastName: 'Vance' },
  },
]

export interface HubSpotOptions {
  app?: Partial<AppOptions>
  accounts?: readonly AccountOptions[]
  webhooks?: Partial<WebhookOptions>
  /** The path at which the routes are mounted, such as `/__local/hubspot`. */
  base?: string
  /** The file that stores records and tokens; in memory if absent. */
  file?: string
  clock?: () => Date
}

/** The contents of the file. */
interface State {
  tokens: TokenState
  accounts: [portalId: number, state: AccountState][]
}

export interface HubSpot extends Play {
  routes: Hono<Env>
  account(portalId?: number): Account
  /** Removes all records, tokens, and pending webhooks, and clears all faults. */
  clear(): Promise<void>
  /** Drops pending webhooks and writes the file. */
  close(): Promise<void>
}

/** Simulates HubSpot: its OAuth, CRM, webhooks, and pages. */
export function createHubSpot(options: HubSpotOptions = {}): HubSpot {
  const { base = '', clock = () => new Date(), accounts: accountOptions = LOCAL_ACCOUNTS } = options
  const app: AppOptions = { ...LOCAL_APP, ...options.app }
  const file = options.file
    ? keepIn<State>(options.file, () => ({
        tokens: tokens.state,
        accounts: accounts.map((each) => [each.portalId, each.state()]),
      }))
    : null
  const kept = file?.read()
  const tokens = createTokens(app, accountOptions, clock, kept?.tokens)
  const webhooks = createWebhooks(
    { ...app, isInstalled: tokens.isInstalled, clock },
    { targetUrl: null, ...options.webhooks },
  )
  const accounts: Account[] = []
  const fill = (states = new Map<number, AccountState>()) => {
    accounts.length = 0
    for (const each of accountOptions) {
      accounts.push(createAccount(each, clock, webhooks.announce, states.get(each.portalId)))
    }
  }
  fill(new Map(kept?.accounts))
  const play: Play = {
    app,
    base,
    accounts,
    tokens,
    webhooks,
    faults: createFaults<HubSpotFault>(),
    clock,
  }
  return {
    ...play,
    routes: createRoutes(play, file),
    account(portalId = accountOptions[0]?.portalId) {
      const account = accounts.find((each) => each.portalId === portalId)
      if (!account) throw new Error(`The stand-in has no account ${portalId}`)
      return account
    },
    async close() {
      webhooks.clear()
      file?.close()
    },
    async clear() {
      fill()
      tokens.clear()
      webhooks.clear()
      file?.changed()
      await play.faults.tell({ fault: null })
      await webhooks.faults.tell({ fault: null })
    },
  }
}

function createRoutes(play: Play, file: Kept<State> | null): Hono<Env> {
  const routes = new Hono<Env>()
  if (file) routes.use(keepChanges(file))
  routes.onError((error) => {
    if (error instanceof HubSpotError || error instanceof OAuthError) return error.toResponse()
    if (error instanceof HTTPException) return error.getResponse()
    throw error
  })
  mountFaults(routes as unknown as Hono, '/fault', play.faults, HUBSPOT_FAULTS)
  mountFaults(routes as unknown as Hono, '/webhook-fault', play.webhooks.faults, WEBHOOK_FAULTS)
  routes.use('/oauth/v1/*', misbehaving(play, 'oauth'))
  routes.use('/crm/*', misbehaving(play, 'crm'), guarded(play))
  routes.route('/', oauthRoutes(play))
  routes.route('/', objectRoutes(play))
  routes.route('/', pageRoutes(play))
  routes.all('*', () => notFound().toResponse())
  return routes
}

export type HubSpotServer = HubSpot & LocalServer

/** Starts the stand-in on this machine on a free port. `url` is for the client's `basePath` and for links. */
export const startHubSpot = (options?: HubSpotOptions): Promise<HubSpotServer> =>
  serveStandIn(createHubSpot(options))

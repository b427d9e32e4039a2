import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { mountFaults } from '../lib/fault-route.ts'
import { createFaults } from '../lib/faults.ts'
import { keepChanges, keepIn } from '../lib/keep.ts'
import { type LocalServer, serveStandIn } from '../lib/serve.ts'
import { Account, type AccountOptions, type AccountState, CalError } from './account.ts'
import { CALCOM_FAULTS, type CalcomFault, type Play } from './context.ts'
import { pageRoutes } from './page-routes.ts'
import { apiRoutes } from './routes.ts'
import { createWebhooks, WEBHOOK_FAULTS } from './webhooks.ts'

const CALL = { title: 'Estimate call', slug: 'estimate-call', lengthInMinutes: 30 }
const VISIT = { title: 'Site visit', slug: 'site-visit', lengthInMinutes: 60 }
const PHONE = { locations: [{ type: 'attendeePhone' }] }

/** The accounts and their API keys. */
export const LOCAL_ACCOUNTS: readonly AccountOptions[] = [
  {
    key: 'cal_live_greenacres',
    username: 'greenacres',
    email: 'owner@fieldhand.test',
    timezone: 'America/New_York',
    eventTypes: [
      { id: 101, ...CALL, ...PHONE },
      { id: 102, ...VISIT, locations: [{ type: 'attendeeAddress' }] },
    ],
  },
  {
    key: 'cal_live_rivalmowing',
    username: 'rivalmowing',
    email: 'rival@fieldhand.test',
    timezone: 'America/Chicago',
    eventTypes: [{ id: 201, ...CALL, ...PHONE }],
  },
]

export interface CalcomOptions {
  /** The path at which the routes are mounted, such as `/__local/calcom`. */
  base?: string
  /** The file that stores bookings and webhooks; in memory if absent. */
  file?: string
  clock?: () => Date
}

type State = [username: string, state: AccountState][]

export interface Calcom extends Play {
  routes: Hono
  account(username?: string): Account
  /** Removes all bookings and webhooks, and clears the faults. */
  clear(): Promise<void>
  /** Writes the file. */
  close(): Promise<void>
}

/** Simulates Cal.com: the parts of API v2 that the product uses, its webhooks, and a page. */
export function createCalcom({
  base = '',
  file: name,
  clock = () => new Date(),
}: CalcomOptions = {}): Calcom {
  const webhooks = createWebhooks(clock)
  const accounts: Account[] = []
  const file = name
    ? keepIn<State>(name, () => accounts.map(({ options, state }) => [options.username, state]))
    : null
  const fill = (states = new Map<string, AccountState>()) => {
    const made = LOCAL_ACCOUNTS.map(
      (each) => new Account(each, clock, webhooks.report, states.get(each.username)),
    )
    accounts.splice(0, accounts.length, ...made)
  }
  fill(new Map(file?.read()))
  const play: Play = { base, accounts, webhooks, faults: createFaults<CalcomFault>() }

  const routes = new Hono()
  if (file) routes.use(keepChanges(file))
  routes.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse()
    if (!(error instanceof CalError)) throw error
    const { code, message, status } = error
    return c.json(
      { status: 'error', timestamp: clock().toISOString(), path: c.req.path, error: { code, message } },
      status,
    )
  })
  mountFaults(routes, '/fault', play.faults, CALCOM_FAULTS)
  mountFaults(routes, '/webhook-fault', webhooks.faults, WEBHOOK_FAULTS)
  routes.route('/v2', apiRoutes(play))
  routes.route('/', pageRoutes(play))

  return {
    ...play,
    routes,
    account(username = LOCAL_ACCOUNTS[0]?.username) {
      const account = accounts.find(({ options }) => options.username === username)
      if (!account) throw new Error(`The stand-in has no account ${username}`)
      return account
    },
    async clear() {
      fill()
      webhooks.answers.length = 0
      file?.changed()
      await play.faults.tell({ fault: null })
      await webhooks.faults.tell({ fault: null })
    },
    async close() {
      await webhooks.settled()
      file?.close()
    },
  }
}

export type CalcomServer = Calcom & LocalServer

/** Starts the stand-in on this machine on a free port. Its API is at `/v2`. */
export const startCalcom = (options?: CalcomOptions): Promise<CalcomServer> =>
  serveStandIn(createCalcom(options))

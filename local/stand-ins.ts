import type { Hono } from 'hono'
import { requestLog } from '../server/api/request-log.ts'
import type { Config } from '../server/config.ts'
import type { Deps, StandIns } from '../server/deps.ts'
import { createSite } from './cdn/app.ts'
import { DEMO_OWNER_EMAIL, DEMO_PASSWORD } from './demo/organizations.ts'
import { resetRoute } from './demo/reset-route.ts'
import { seedDemo } from './demo/seed.ts'
import { createConsent, localHubspot } from './hubspot/consent.ts'
import { createIdentity } from './identity/app.ts'
import { localDirectory } from './identity/directory.ts'
import { reportAll } from './identity/product.ts'
import { createMaps } from './maps/app.ts'
import { createChat } from './support-chat/app.ts'

const LOOPBACK = /^(127\.|::1$)/

/** Returns a warning if other machines can reach the demo accounts, or nothing. */
function warningFor({ hosts, seedDemo }: Config): (readonly [label: string, value: string])[] {
  const open = seedDemo ? hosts.find((host) => !LOOPBACK.test(host)) : undefined
  if (open === undefined) return []
  return [
    [
      'Warning',
      `Anyone who reaches ${open} can sign in with the demo accounts. FIELDHAND_DEMO=0 leaves them out`,
    ],
  ]
}

/**
 * The local stand-ins for other companies' services (README.md lists them). With your own Clerk key, only the
 * CDN.
 */
export function localStandIns(deps: Deps): StandIns {
  const { config } = deps
  if (!config.isLocal) {
    return {
      routes: { console: (port) => port.route('/', createSite(deps)) },
      greeting: [['Identity', `Clerk at ${new URL(config.tokenIssuer).host}; no stand-ins and no demo data`]],
    }
  }
  const reset = (port: Hono) => {
    if (!config.testMode) return
    port.use('/__test/*', requestLog(deps))
    port.route('/', resetRoute(deps))
  }
  return {
    identity: localDirectory(deps),
    hubspot: localHubspot(deps),
    routes: {
      console: (port) => {
        reset(port)
        port.route('/__clerk', createIdentity(deps))
        port.route('/', createSite(deps))
      },
      api: (port) => {
        reset(port)
        port.route('/maps', createMaps(deps))
        port.route('/support-chat', createChat(deps))
        port.route('/', createConsent(deps))
      },
      widget: reset,
    },
    prepare: async () => {
      if (config.seedDemo) await seedDemo(deps)
      await reportAll(deps)
    },
    greeting: [
      ...(config.seedDemo ? [['Sign in', `${DEMO_OWNER_EMAIL} / ${DEMO_PASSWORD}`] as const] : []),
      ...warningFor(config),
    ],
  }
}

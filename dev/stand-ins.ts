import type { Hono } from 'hono'
import type { Greeting, StandIns } from '../server/app/stand-ins.ts'
import { requestLog } from '../server/http/request-log.ts'
import type { Deps } from '../server/kernel/deps.ts'
import { CALCOM_BASE, calcomOf } from './calcom/for-server.ts'
import { createSite } from './cdn/app.ts'
import { DEMO_OWNER_EMAIL, DEMO_PASSWORD, DEMO_USERS } from './demo/organizations.ts'
import { resetRoute } from './demo/reset-route.ts'
import { seedDemo } from './demo/seed.ts'
import { GOOGLE_BASE, googleOf } from './google/for-server.ts'
import { HUBSPOT_BASE, hubspotOf } from './hubspot/for-server.ts'
import { createIdentity } from './identity/app.ts'
import { localDirectory } from './identity/directory.ts'
import { migrateIdentity } from './identity/migrate.ts'
import { checkPassword } from './identity/passwords.ts'
import { reportAll } from './identity/product.ts'
import { createMaps } from './maps/app.ts'
import { MAPS_BASE } from './maps/for-server.ts'
import { OFFICES } from './post/page.ts'
import type { Post } from './post/post.ts'
import { onlyThisMachine, postRoutes } from './post/routes.ts'
import { createChat } from './support-chat/app.ts'
import { createWebsite, WEBSITE_BASE } from './website/site.ts'

const LOOPBACK = /^(127\.|::1$)/

/** Lists the demo accounts, and warns if other machines can reach demo accounts in this database. */
async function demoGreeting({ db, config }: Deps): Promise<Greeting> {
  const emails = await demoAccounts(db)
  const host = config.hosts.find((each) => !LOOPBACK.test(each))
  const lines: [label: string, value: string][] = []
  if (emails.includes(DEMO_OWNER_EMAIL)) lines.push(['Sign in', `${DEMO_OWNER_EMAIL} / ${DEMO_PASSWORD}`])
  if (host !== undefined && emails.length > 0) {
    lines.push([
      'Warning',
      `Anyone who reaches ${host} can sign in as ${emails.join(' or ')}. Change the password, or start with an empty database and FIELDHAND_DEMO=0`,
    ])
  }
  return lines
}

/** Shows the mailbox, unless mail is sent elsewhere. */
function postGreeting({ config }: Deps, post: Post | null): Greeting {
  if (post === null || config.mail?.url !== post.mailbox.url) return []
  return [[OFFICES.mailbox.title, `${config.origins.api}${OFFICES.mailbox.path}`]]
}

/** Returns the email addresses of accounts that still have the demo password. */
async function demoAccounts(db: Deps['db']): Promise<string[]> {
  const users = await db
    .selectFrom('identity_users')
    .select(['email', 'password_hash'])
    .where(
      'email',
      'in',
      DEMO_USERS.map(({ email }) => email),
    )
    .orderBy('email')
    .execute()
  const isOpen = await Promise.all(users.map((user) => checkPassword(DEMO_PASSWORD, user.password_hash)))
  return users.filter((_, index) => isOpen[index]).map(({ email }) => email)
}

/**
 * Creates the local stand-ins for other companies' services, which dev/README.md lists. With your own Clerk key, creates
 * none. `post` receives everything that the product sends.
 */
export function localStandIns(deps: Deps, post: Post | null = null): StandIns {
  const { config } = deps
  if (!config.isLocal) return {}
  const hubspot = hubspotOf(config)
  const google = googleOf(config)
  const calcom = calcomOf(config)
  const clear = async () => {
    await post?.clear()
    await hubspot.clear()
    await google.clear()
    await calcom.clear()
  }
  const reset = (port: Hono) => {
    if (!config.testMode) return
    port.use('/__test/*', requestLog(deps))
    port.route('/', resetRoute(deps, { clear }))
  }
  return {
    identity: localDirectory(deps),
    routes: {
      console: (port) => {
        reset(port)
        port.route('/__clerk', createIdentity(deps))
        port.route('/', createSite(deps))
      },
      api: (port) => {
        reset(port)
        port.route(MAPS_BASE, createMaps(deps))
        port.route('/support-chat', createChat(deps))
        port.use(`${HUBSPOT_BASE}/*`, onlyThisMachine(config.origins.api, 'The stand-in for HubSpot'))
        port.route(HUBSPOT_BASE, hubspot.routes)
        port.use(`${GOOGLE_BASE}/*`, onlyThisMachine(config.origins.api, 'The stand-in for Google'))
        port.route(GOOGLE_BASE, google.routes)
        port.use(`${CALCOM_BASE}/*`, onlyThisMachine(config.origins.api, 'The stand-in for Cal.com'))
        port.route(CALCOM_BASE, calcom.routes)
        port.use(`${WEBSITE_BASE}/*`, onlyThisMachine(config.origins.api, 'The sample website'))
        port.route('/', createWebsite())
        if (post) port.route('/', postRoutes(post, config.origins.api))
      },
      widget: reset,
    },
    prepare: async () => {
      await migrateIdentity(deps.db)
      if (config.seedDemo) await seedDemo(deps)
      await reportAll(deps)
    },
    greeting: async () => [...(await demoGreeting(deps)), ...postGreeting(deps, post)],
  }
}

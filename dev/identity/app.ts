import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { compress } from 'hono/compress'
import { routePath } from 'hono/route'
import { secureHeaders } from 'hono/secure-headers'
import { failureForLog } from '../../server/base/log.ts'
import { clientAddress } from '../../server/http/client-address.ts'
import { failureOf } from '../../server/http/failure.ts'
import type { Deps } from '../../server/kernel/deps.ts'
import { billingRoutes } from './billing.ts'
import { createBundles } from './bundles.ts'
import { clientView } from './clients.ts'
import { createIdentityContext, type Identity, type IdentityEnv } from './context.ts'
import { clientSecret } from './cookies.ts'
import { presentEnvironment } from './environment.ts'
import { ClerkError, errorBody, invalid, notHere } from './errors.ts'
import { BODY_LIMIT, methodOf, readForm } from './form.ts'
import { invitationRoutes } from './invitations.ts'
import { meRoutes } from './me.ts'
import { memberRoutes } from './members.ts'
import { organizationRoutes } from './organizations.ts'
import { clientBySecret } from './queries.ts'
import { sessionRoutes } from './sessions.ts'
import { signInRoutes } from './sign-in.ts'
import { signUpRoutes } from './sign-up.ts'
import { publicJwks } from './tokens.ts'

/**
 * Creates the local stand-in for Clerk's Frontend API, its public keys, and its browser bundles, mounted on the
 * console's origin. All of its state is in the database. Every error has Clerk's format, `{ errors: [{ code, message,
 * long_message, meta }] }`.
 */
export function createIdentity(deps: Deps): Hono {
  const identity = createIdentityContext(deps)
  const api = createFrontendApi(identity)
  const serveBundle = createBundles()
  const app = new Hono()

  app.onError((error, c) => reject(deps, error, c))
  app.use(
    secureHeaders({
      contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
      xFrameOptions: 'DENY',
      // Other programs on this machine share its name and don't use TLS.
      strictTransportSecurity: false,
    }),
  )
  app.use((c, next) => {
    rejectOtherHosts(deps, c)
    return next()
  })

  app.get('/npm/@clerk/:name/dist/:file', (c) => serveBundle(c, c.req.param('name'), c.req.param('file')))

  const jwks = async (c: Context) => c.json(await publicJwks(deps), 200, { 'Cache-Control': 'no-cache' })
  app.get('/.well-known/jwks.json', jwks)
  app.get('/v1/.well-known/jwks.json', jwks)

  app.use('/v1/*', compress())
  app.use('/v1/*', bodyLimit({ maxSize: BODY_LIMIT, onError: (c) => reject(deps, tooLarge(), c) }))
  app.all('/v1/*', async (c) => {
    rejectOtherOrigins(deps, c)
    if (/%00/.test(c.req.url)) throw invalid('url', 'The address contains a character that is not allowed.')
    const url = new URL(c.req.url)
    url.pathname = url.pathname.slice(url.pathname.indexOf('/v1/') + '/v1'.length)
    return api.fetch(new Request(url, { method: methodOf(c), headers: c.req.raw.headers }), {
      form: await readForm(c),
      address: clientAddress(c, deps.config.trustProxy),
    })
  })

  app.all('*', (c) => reject(deps, notHere(), c))
  return app
}

function createFrontendApi(identity: Identity): Hono<IdentityEnv> {
  const { deps } = identity
  const api = new Hono<IdentityEnv>()

  api.use(async (c, next) => {
    await next()
    c.header('Cache-Control', 'no-store')
  })

  const environment = presentEnvironment(deps.config.origins.console)
  api.on(['GET', 'PATCH'], '/environment', (c) => c.json(environment))

  api.use(async (c, next) => {
    const secret = clientSecret(c)
    c.set('client', secret ? ((await clientBySecret(deps.db, secret)) ?? null) : null)
    await next()
  })

  for (const routes of [
    sessionRoutes,
    signInRoutes,
    signUpRoutes,
    meRoutes,
    organizationRoutes,
    memberRoutes,
    invitationRoutes,
    billingRoutes,
  ]) {
    api.route('/', routes(identity))
  }

  api.notFound((c) => reject(deps, notHere(), c))
  api.onError(async (error, c) => {
    if (!(error instanceof ClerkError)) return reject(deps, error, c)
    const client = c.get('client')
    const view = client ? await clientView(identity, client.id) : null
    retryAfter(c, error)
    return c.json({ ...errorBody(error), meta: { client: view } }, error.status)
  })
  return api
}

function reject(deps: Deps, error: Error, c: Context): Response {
  if (error instanceof ClerkError) {
    retryAfter(c, error)
    return c.json(errorBody(error), error.status)
  }
  const { status, message, headers } = failureOf(error)
  if (status >= 500) {
    // The message and the path may contain personal data.
    deps.log.error(
      { method: c.req.method, route: routePath(c, -1), error: failureForLog(error, { inRequest: true }) },
      'identity failed',
    )
  }
  const code = status === 500 ? 'internal_clerk_error' : 'request_failed'
  return c.json(errorBody(new ClerkError(status, code, message)), status, headers)
}

function retryAfter(c: Context, error: ClerkError): void {
  const { retryAfterSeconds } = error.options
  if (retryAfterSeconds !== undefined) c.header('Retry-After', String(retryAfterSeconds))
}

const tooLarge = () => new ClerkError(413, 'request_body_too_large', 'The request is too large.')

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/

/**
 * Rejects other hosts. A third-party page can point its own name at this machine, so only the console's name and
 * loopback names are accepted.
 */
function rejectOtherHosts(deps: Deps, c: Context): void {
  const { host, hostname } = new URL(c.req.url)
  if (host === new URL(deps.config.origins.console).host || LOOPBACK.test(hostname)) return
  throw new ClerkError(400, 'host_invalid', "The local identity is only available at the console's URL.")
}

/**
 * Rejects other origins. Cookies ignore ports, so a page of another local server is same-site and its calls carry them.
 * Only pages on the console's origin may call.
 */
function rejectOtherOrigins(deps: Deps, c: Context): void {
  const origin = c.req.header('origin')
  if (origin === undefined || origin === deps.config.origins.console) return
  if (URL.canParse(origin) && new URL(origin).host === new URL(c.req.url).host) return
  throw new ClerkError(403, 'origin_invalid', 'Only the console can call the local identity.')
}

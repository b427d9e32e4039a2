import { parsePublishableKey } from '@clerk/shared/keys'

/** The sources that one service needs, by directive. */
type Sources = Partial<Record<Directive, string[]>>
type Directive = 'script-src' | 'style-src' | 'img-src' | 'font-src' | 'connect-src' | 'frame-src'
type Env = Record<string, string | undefined>

/** The sources of the console itself. Clerk's components write styles at run time, so hashes can't cover styles. */
const OWN: Required<Sources> = {
  'script-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'font-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
  'frame-src': [],
}

const FIXED = {
  'default-src': "'none'",
  'manifest-src': "'self'",
  'worker-src': "'self' blob:",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
  'object-src': "'none'",
}

/** Returns the origin of an absolute URL; null for a path within the console or an invalid URL. */
function originOf(url: string | undefined): string | null {
  return url && URL.canParse(url) ? new URL(url).origin : null
}

/** Returns the origin of an API with that of its WebSockets. */
const withSockets = (origin: string | null) => [origin, origin?.replace(/^http/, 'ws') ?? null]

const listed = (...origins: (string | null)[]) => origins.filter((origin) => origin !== null)

/**
 * Returns the sources for Clerk's API, its CAPTCHA, and Stripe's form in its checkout; none if the server stands in
 * for Clerk.
 */
function clerkSources({ PUBLIC_CLERK_PUBLISHABLE_KEY, PUBLIC_CLERK_PROXY_URL }: Env): Sources {
  const host = parsePublishableKey(PUBLIC_CLERK_PUBLISHABLE_KEY)?.frontendApi
  if (!host || host.endsWith('.localhost.test')) return {}
  const api = PUBLIC_CLERK_PROXY_URL ? listed(originOf(PUBLIC_CLERK_PROXY_URL)) : [`https://${host}`]
  const captcha = 'https://challenges.cloudflare.com'
  const stripe = ['https://js.stripe.com', 'https://*.js.stripe.com']
  return {
    'script-src': [...api, captcha, ...stripe],
    'img-src': ['https://img.clerk.com'],
    'connect-src': [...api, 'https://api.stripe.com'],
    'frame-src': [captcha, ...stripe, 'https://hooks.stripe.com'],
  }
}

function mapSources({ PUBLIC_MAPS_URL, PUBLIC_MAPBOX_TOKEN }: Env): Sources {
  if (!PUBLIC_MAPBOX_TOKEN) return {}
  const own = originOf(PUBLIC_MAPS_URL)
  const connect = own ? [own] : ['https://api.mapbox.com', 'https://contribute-api.mapbox.com']
  return { 'connect-src': connect, 'img-src': connect.slice(0, 1) }
}

function chatSources({ PUBLIC_SUPPORT_CHAT_URL, PUBLIC_SUPPORT_CHAT_TOKEN }: Env): Sources {
  if (!PUBLIC_SUPPORT_CHAT_TOKEN) return {}
  const origin = listed(originOf(PUBLIC_SUPPORT_CHAT_URL))
  return { 'script-src': origin, 'connect-src': origin, 'frame-src': origin, 'img-src': origin }
}

function tourSources({ PUBLIC_TOUR_TOKEN }: Env): Sources {
  if (!PUBLIC_TOUR_TOKEN) return {}
  const hosts = ['https://*.userflow.com']
  return {
    'script-src': hosts,
    'style-src': hosts,
    'img-src': hosts,
    'font-src': hosts,
    'connect-src': [...hosts, 'wss://*.userflow.com'],
    'frame-src': hosts,
  }
}

function tagSources({ PUBLIC_GTM_ID, PUBLIC_GTM_URL }: Env): Sources {
  if (!PUBLIC_GTM_ID) return {}
  const hosts = [originOf(PUBLIC_GTM_URL) ?? 'https://www.googletagmanager.com']
  const analytics = ['https://*.google-analytics.com', 'https://*.analytics.google.com']
  return {
    'script-src': hosts,
    'img-src': [...hosts, ...analytics],
    'connect-src': [...hosts, ...analytics],
    'frame-src': hosts,
  }
}

/**
 * Returns the console's Content-Security-Policy for the services that `env` configures: scripts only from known origins
 * and inline scripts with the given `hashes`, no eval, no plug-ins, and no framing by other sites.
 */
export function contentPolicy(env: Env, hashes: Iterable<string>): string {
  const needs: Sources[] = [
    { 'connect-src': listed(...withSockets(originOf(env.PUBLIC_API_URL))) },
    {
      'frame-src': listed(originOf(env.PUBLIC_WIDGET_URL)),
      'img-src': listed(originOf(env.PUBLIC_WIDGET_URL)),
    },
    { 'connect-src': listed(originOf(env.PUBLIC_SENTRY_DSN), originOf(env.PUBLIC_GEOIP_URL)) },
    { 'script-src': [...hashes].map((hash) => `'${hash}'`).sort() },
    ...[clerkSources, mapSources, chatSources, tourSources, tagSources].map((sources) => sources(env)),
  ]
  const directives = Object.entries(OWN).map(([name, own]) => {
    const sources = new Set([...own, ...needs.flatMap((need) => need[name as Directive] ?? [])])
    return `${name} ${[...sources].join(' ') || "'none'"}`
  })
  return [...Object.entries(FIXED).map(([name, value]) => `${name} ${value}`), ...directives].join('; ')
}

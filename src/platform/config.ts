import * as env from 'astro:env/client'

const withoutSlash = (url: string) => url.replace(/\/+$/, '')
const orNull = (value: string | undefined) => value || null

function supportChatOf(url: string | undefined, token: string | undefined) {
  return url && token ? { url: withoutSlash(url), token } : null
}

/** The console's settings, read from `PUBLIC_*` variables at build time. URLs have no trailing slash. */
export const config = {
  apiUrl: withoutSlash(env.PUBLIC_API_URL),
  widgetUrl: withoutSlash(env.PUBLIC_WIDGET_URL),
  clerkPublishableKey: env.PUBLIC_CLERK_PUBLISHABLE_KEY,
  clerkProxyUrl: orNull(env.PUBLIC_CLERK_PROXY_URL),
  mapsUrl: orNull(env.PUBLIC_MAPS_URL),
  mapboxToken: orNull(env.PUBLIC_MAPBOX_TOKEN),
  /** Null unless both URL and token are set. */
  supportChat: supportChatOf(env.PUBLIC_SUPPORT_CHAT_URL, env.PUBLIC_SUPPORT_CHAT_TOKEN),
  salesEmail: orNull(env.PUBLIC_SALES_EMAIL),
  helpUrl: orNull(env.PUBLIC_HELP_URL),
  sentryDsn: orNull(env.PUBLIC_SENTRY_DSN),
  tourToken: orNull(env.PUBLIC_TOUR_TOKEN),
  gtmId: orNull(env.PUBLIC_GTM_ID),
  gtmUrl: withoutSlash(env.PUBLIC_GTM_URL),
  geoipUrl: orNull(env.PUBLIC_GEOIP_URL),
} as const

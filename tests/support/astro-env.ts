/** Replaces `astro:env/client` in tests with the URLs of a local server. */
export const PUBLIC_API_URL = 'http://localhost:3001'
export const PUBLIC_WIDGET_URL = 'http://localhost:3002'
export const PUBLIC_CLERK_PUBLISHABLE_KEY = ''
export const PUBLIC_CLERK_PROXY_URL: string | undefined = undefined
export const PUBLIC_MAPS_URL: string | undefined = undefined
export const PUBLIC_MAPBOX_TOKEN: string | undefined = undefined
export const PUBLIC_SUPPORT_CHAT_URL: string | undefined = undefined
export const PUBLIC_SUPPORT_CHAT_TOKEN: string | undefined = undefined
export const PUBLIC_SALES_EMAIL: string | undefined = undefined
export const PUBLIC_HELP_URL: string | undefined = undefined
export const PUBLIC_SENTRY_DSN: string | undefined = undefined
export const PUBLIC_TOUR_TOKEN: string | undefined = undefined
export const PUBLIC_GTM_ID: string | undefined = undefined
export const PUBLIC_GTM_URL = 'https://www.googletagmanager.com'
export const PUBLIC_GEOIP_URL: string | undefined = undefined

import { getCookieSuffix, parsePublishableKey } from '@clerk/shared/keys'
import { clerkJSScriptUrl, clerkUIScriptUrl } from '@clerk/shared/loadClerkJsScript'
import type { SessionCookieNames } from './early/remembered.ts'
import type { EarlyOptions } from './early/start.ts'
import { clerkVersions } from './versions.ts'

/** The API version that the pinned Clerk bundles use. Only preloads and the early token depend on it. */
const API_VERSION = '2026-05-12'

/** What a page's head needs to load Clerk early, and what follows from the console's settings alone. */
export interface ClerkUrls {
  /** The attributes of the element that loads Clerk. */
  attributes: Record<string, string>
  clerkJs: string
  ui: string
  /** Clerk's first two requests; empty if they cannot be predicted. */
  preloads: string[]
  cookies: SessionCookieNames
  /** The options of the script in the head of guarded pages, except those that depend on the page. */
  early: Omit<EarlyOptions, 'calls' | 'changing'>
}

/** Returns what follows from the settings. Used in builds and when a container starts, never in the browser. */
export async function clerkUrls(settings: {
  publishableKey: string
  proxyUrl: string | null
  apiUrl: string
}): Promise<ClerkUrls> {
  const { publishableKey, proxyUrl, apiUrl } = settings
  const options = {
    publishableKey,
    ...(proxyUrl ? { proxyUrl } : {}),
    __internal_clerkJSVersion: clerkVersions.clerkJs,
    __internal_clerkUIVersion: clerkVersions.ui,
  }
  const key = parsePublishableKey(publishableKey)
  const query = `?__clerk_api_version=${API_VERSION}&_clerk_js_version=${clerkVersions.clerkJs}`
  const api = proxyUrl ?? `https://${key?.frontendApi ?? ''}`
  // A development instance adds a browser token to each request.
  const foreseeable = key?.instanceType === 'production'
  const suffix = await getCookieSuffix(publishableKey)
  const cookies = {
    signedIn: ['__client_uat', `__client_uat_${suffix}`],
    session: [`__session_${suffix}`, '__session'],
  }
  return {
    attributes: {
      'data-clerk-js-script': '',
      'data-clerk-publishable-key': publishableKey,
      ...(proxyUrl ? { 'data-clerk-proxy-url': proxyUrl } : {}),
    },
    clerkJs: clerkJSScriptUrl(options),
    ui: clerkUIScriptUrl(options),
    preloads: foreseeable ? ['client', 'environment'].map((path) => `${api}/v1/${path}${query}`) : [],
    cookies,
    early: {
      sessionsUrl: foreseeable ? `${api}/v1/client/sessions` : null,
      query,
      cookies,
      apiUrl,
    },
  }
}

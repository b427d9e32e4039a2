import { getCookieSuffix, parsePublishableKey } from '@clerk/shared/keys'
import { clerkJSScriptUrl, clerkUIScriptUrl } from '@clerk/shared/loadClerkJsScript'
import { config } from '../config.ts'
import { clerkVersions } from './versions.ts'

/** Clerk's wire version that the pinned bundles ask for; only preloads depend on it. */
const API_VERSION = '2026-05-12'

/** What a page's head needs to start Clerk early. Read while pages are built, never in the browser. */
export interface SessionAssets {
  publishableKey: string
  proxyUrl: string | null
  clerkJs: string
  ui: string
  /** The first two requests that Clerk makes; empty where they cannot be told beforehand. */
  preloads: string[]
  /** Cookies that tell a signed-in browser: at least one holds something other than 0. */
  cookies: string[]
  /** Clerk is played by the companion on this machine. */
  local: boolean
}

export async function sessionAssets(): Promise<SessionAssets> {
  const { clerkPublishableKey: publishableKey, clerkProxyUrl: proxyUrl } = config
  const options = {
    publishableKey,
    ...(proxyUrl ? { proxyUrl } : {}),
    __internal_clerkJSVersion: clerkVersions.clerkJs,
    __internal_clerkUIVersion: clerkVersions.ui,
  }
  const key = parsePublishableKey(publishableKey)
  const host = key?.frontendApi ?? ''
  const query = `?__clerk_api_version=${API_VERSION}&_clerk_js_version=${clerkVersions.clerkJs}`
  const api = proxyUrl ?? `https://${host}`
  // A development instance adds a token of the browser's own to each request.
  const foreseeable = key?.instanceType === 'production'
  return {
    publishableKey,
    proxyUrl,
    clerkJs: clerkJSScriptUrl(options),
    ui: clerkUIScriptUrl(options),
    preloads: foreseeable ? ['client', 'environment'].map((path) => `${api}/v1/${path}${query}`) : [],
    cookies: ['__client_uat', `__client_uat_${await getCookieSuffix(publishableKey)}`],
    local: host.endsWith('.localhost.test'),
  }
}

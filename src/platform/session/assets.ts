import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { getCookieSuffix, parsePublishableKey } from '@clerk/shared/keys'
import { clerkJSScriptUrl, clerkUIScriptUrl } from '@clerk/shared/loadClerkJsScript'
import { config } from '../config.ts'
import type { SessionCookieNames } from './early/remembered.ts'
import type { EarlyOptions } from './early/start.ts'
import { clerkVersions } from './versions.ts'

/** The API version that the pinned Clerk bundles use. Only preloads and the early token depend on it. */
const API_VERSION = '2026-05-12'

/** The data that a page's head needs to load Clerk early. Used at build time, never in the browser. */
export interface SessionAssets {
  publishableKey: string
  proxyUrl: string | null
  clerkJs: string
  ui: string
  /** The files that Clerk's component bundle loads for each of its components. */
  uiFiles: string[]
  /** Clerk's first two requests; empty if they cannot be predicted. */
  preloads: string[]
  cookies: SessionCookieNames
  /** The options of the script in the head of guarded pages, except those that depend on the page. */
  early: Omit<EarlyOptions, 'calls' | 'changing'>
  /** Whether the local server stands in for Clerk. */
  local: boolean
}

/** Matches the names of the files that hold what all of Clerk's components share, one for each kind of bundle. */
const SHARED = /^(?:framework|vendors|ui-common)_ui_(\w+)_/

/** Returns the URLs of the files that the component bundle at `url` loads for each component. */
function uiFiles(url: string): string[] {
  const folder = join(dirname(createRequire(import.meta.url).resolve('@clerk/ui/package.json')), 'dist')
  const bundle = readFileSync(join(folder, basename(url)), 'utf8')
  const isLoaded = (name: string) => {
    const [, kind] = SHARED.exec(name) ?? []
    return kind !== undefined && bundle.includes(kind)
  }
  return readdirSync(folder)
    .filter(isLoaded)
    .map((name) => url.replace(basename(url), name))
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
  // A development instance adds a browser token to each request.
  const foreseeable = key?.instanceType === 'production'
  const suffix = await getCookieSuffix(publishableKey)
  const cookies = {
    signedIn: ['__client_uat', `__client_uat_${suffix}`],
    session: [`__session_${suffix}`, '__session'],
  }
  const ui = clerkUIScriptUrl(options)
  return {
    publishableKey,
    proxyUrl,
    clerkJs: clerkJSScriptUrl(options),
    ui,
    uiFiles: uiFiles(ui),
    preloads: foreseeable ? ['client', 'environment'].map((path) => `${api}/v1/${path}${query}`) : [],
    cookies,
    early: {
      sessionsUrl: foreseeable ? `${api}/v1/client/sessions` : null,
      query,
      cookies,
      apiUrl: config.apiUrl,
    },
    local: host.endsWith('.localhost.test'),
  }
}

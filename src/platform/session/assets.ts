import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { parsePublishableKey } from '@clerk/shared/keys'
import { config } from '../config.ts'
import { type ClerkUrls, clerkUrls } from './clerk-urls.ts'

/** The data that a page's head needs to load Clerk early. Used at build time, never in the browser. */
export interface SessionAssets extends ClerkUrls {
  /** The files that Clerk's component bundle loads for each of its components. */
  uiFiles: string[]
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

/** Stands for a value that follows from the settings, in a build that has only placeholders for them. */
const placeholder = <Value>(name: string) => `__SESSION_${name}__` as unknown as Value

/** Returns placeholders, which `fillConsole` replaces with what `clerkUrls` returns. */
const placeholders = (): ClerkUrls => ({
  attributes: placeholder('ATTRIBUTES'),
  clerkJs: placeholder('JS'),
  ui: `${placeholder('UI_FOLDER')}/ui.browser.js`,
  preloads: placeholder('PRELOADS'),
  cookies: { signedIn: placeholder('SIGNED_IN_COOKIES'), session: placeholder('TOKEN_COOKIES') },
  early: {
    sessionsUrl: placeholder('SESSIONS_URL'),
    query: placeholder('QUERY'),
    cookies: placeholder('COOKIES'),
    apiUrl: config.apiUrl,
  },
})

export async function sessionAssets(): Promise<SessionAssets> {
  const { apiUrl, clerkPublishableKey: publishableKey, clerkProxyUrl: proxyUrl } = config
  const urls =
    apiUrl === '__PUBLIC_API_URL__' ? placeholders() : await clerkUrls({ publishableKey, proxyUrl, apiUrl })
  return {
    ...urls,
    uiFiles: uiFiles(urls.ui),
    local: parsePublishableKey(publishableKey)?.frontendApi.endsWith('.localhost.test') ?? false,
  }
}

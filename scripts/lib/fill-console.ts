import { createHash } from 'node:crypto'
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readUrl } from '../../server/base/environment.ts'
import { StartupError } from '../../server/base/errors.ts'
import { clerkUrls } from '../../src/platform/session/clerk-urls.ts'
import { keptFiles } from '../build/kept-files.ts'
import { VALUES } from '../build/placeholders.ts'
import { compressFile } from '../build/precompress.ts'
import { publishableKeyProblem } from '../build/publishable-key.ts'
import { setPolicy } from '../build/security-headers.ts'
import { CONSOLE_VARIABLES } from '../build/variables.ts'

type Env = Readonly<Record<string, string | undefined>>
/** What replaces each placeholder, by its name without underscores around it. */
type Values = ReadonlyMap<string, unknown>

/** The variables without which a filled console doesn't work. Their fallbacks are for a build on your own machine. */
const REQUIRED = ['PUBLIC_API_URL', 'PUBLIC_WIDGET_URL', 'PUBLIC_CLERK_PUBLISHABLE_KEY']
/** Matches values that mean the same in HTML, in scripts, and in headers. */
const PLAIN = /^[\w\-.~:/?#[\]@!$&()*+,;=%]+$/
const QUOTED = /(&quot;|&#34;|["'`])__((?:PUBLIC|SESSION)_[A-Z_]+?)__\1/g
const BARE = /__((?:PUBLIC|SESSION)_[A-Z_]+?)__/g

/** Returns what is wrong with the value of a variable, or null. */
function problemOf(name: string, value: string | undefined): string | null {
  if (value === undefined) return REQUIRED.includes(name) ? `${name} is not set.` : null
  if (!PLAIN.test(value)) return `${name} contains a character that it can't contain: "${value}".`
  if (name === 'PUBLIC_CLERK_PUBLISHABLE_KEY') return publishableKeyProblem(value)
  if (name === 'PUBLIC_GTM_ID' && !/^GTM-[A-Z\d]+$/i.test(value)) return `${name} must look like GTM-XXXXXXX.`
  if (name === 'PUBLIC_SALES_EMAIL' && !/^[^@]+@[^@]+$/.test(value))
    return `${name} must be an email address.`
  if (!/_(URL|DSN)$/.test(name) || (name === 'PUBLIC_CLERK_PROXY_URL' && value.startsWith('/'))) return null
  try {
    readUrl(name, value)
    return null
  } catch (error) {
    return (error as Error).message
  }
}

/**
 * Returns the console's variables in `env` that are set, or have a fallback. A blank variable counts as unset. Throws
 * StartupError with a sentence for each variable that is missing or malformed.
 */
export function readConsoleValues(env: Env): Record<string, string> {
  const given = Object.keys(CONSOLE_VARIABLES).map((name) => [name, env[name]?.trim() || undefined] as const)
  const problems = given.flatMap(([name, value]) => problemOf(name, value) ?? [])
  if (problems.length > 0) throw new StartupError(problems.join('\n'))
  const fallbacks = Object.entries(CONSOLE_VARIABLES).map(([name, { fallback }]) => [name, fallback] as const)
  const set = [...fallbacks, ...given].flatMap(([name, value]) =>
    value ? [[name, name.endsWith('_URL') ? value.replace(/\/+$/, '') : value] as const] : [],
  )
  return Object.fromEntries(set)
}

async function valuesOf(set: Readonly<Record<string, string>>): Promise<Values> {
  const urls = await clerkUrls({
    publishableKey: set.PUBLIC_CLERK_PUBLISHABLE_KEY ?? '',
    proxyUrl: set.PUBLIC_CLERK_PROXY_URL ?? null,
    apiUrl: set.PUBLIC_API_URL ?? '',
  })
  const hasChat = Boolean(set.PUBLIC_SUPPORT_CHAT_URL && set.PUBLIC_SUPPORT_CHAT_TOKEN)
  return new Map<string, unknown>([
    ...Object.keys(CONSOLE_VARIABLES).map((name) => [name, set[name] ?? null] as const),
    ['PUBLIC_SUPPORT_CHAT_URL', hasChat ? set.PUBLIC_SUPPORT_CHAT_URL : null],
    ['SESSION_ATTRIBUTES', urls.attributes],
    ['SESSION_JS', urls.clerkJs],
    ['SESSION_UI_FOLDER', dirname(urls.ui)],
    ['SESSION_PRELOADS', urls.preloads],
    ['SESSION_SIGNED_IN_COOKIES', urls.cookies.signedIn],
    ['SESSION_TOKEN_COOKIES', urls.cookies.session],
    ['SESSION_SESSIONS_URL', urls.early.sessionsUrl],
    ['SESSION_QUERY', urls.early.query],
    ['SESSION_COOKIES', urls.cookies],
  ])
}

const json = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

/** Replaces the placeholders in a text. What is a whole string there can become any value. */
export function filled(text: string, values: Values): string {
  const known = (name: string) => {
    const value = values.get(name)
    if (value === undefined) throw new Error(`The export has an unknown placeholder, ${name}`)
    return value
  }
  return text
    .replace(QUOTED, (_, quote: string, name: string) => {
      const written = json(known(name))
      return quote.startsWith('&') ? written.replaceAll('&', '&amp;').replaceAll('"', quote) : written
    })
    .replace(BARE, (_, name: string) => {
      const value = known(name)
      if (typeof value !== 'string') throw new Error(`The export needs ${name} within a text`)
      return value
    })
}

/** Returns a page with its values, and with a version that differs from that of the page with other values. */
function filledPage(html: string, set: Readonly<Record<string, string>>, values: Values): string {
  const version = createHash('sha256').update(json(set)).digest('base64url').slice(0, 8)
  const withChat = values.get('PUBLIC_SUPPORT_CHAT_URL')
    ? html
    : html.replace(/<button\b[^>]*\sdata-chat[\s>][\s\S]*?<\/button>/g, '')
  return filled(withChat, values)
    .replace('<title>', () => `<script>globalThis.${VALUES}=${json(set)}</script><title>`)
    .replace(/\bdata-build="[^"]*/, (start) => `${start}-${version}`)
}

/**
 * Copies an export with placeholders from `template` to `target`, whose content it replaces, and fills in the console's
 * variables in `env`: in the pages, the service worker, and the headers, and in their compressed versions. Throws
 * StartupError, and leaves `target` unchanged, if a variable is missing or malformed.
 */
export async function fillConsole(template: string, target: string, env: Env): Promise<void> {
  const set = readConsoleValues(env)
  const values = await valuesOf(set)
  rmSync(target, { recursive: true, force: true })
  cpSync(template, target, { recursive: true })
  const revisions = new Map((await keptFiles(template)).map(({ url, revision }) => [url, revision]))
  const changed = ['sw.js']
  for await (const page of glob('**/*.html', { cwd: target })) {
    const path = join(target, page)
    writeFileSync(path, filledPage(readFileSync(path, 'utf8'), set, values))
    changed.push(page)
  }
  const worker = join(target, 'sw.js')
  let code = filled(readFileSync(worker, 'utf8'), values)
  for (const { url, revision } of await keptFiles(target)) {
    const before = revisions.get(url)
    if (before && revision) code = code.replaceAll(before, revision)
  }
  writeFileSync(worker, code)
  await setPolicy(target, set)
  await Promise.all(
    changed
      .filter((file) => existsSync(join(target, `${file}.br`)))
      .map((file) => compressFile(join(target, file))),
  )
}

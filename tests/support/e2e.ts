import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { TEST_LOG, TEST_ORIGINS } from '../../scripts/lib/test-console.ts'
import { openShadowRoots } from './open-shadow-roots.ts'
import { OWNER, signInByRequest } from './sign-in.ts'

export { OWNER, PASSWORD, RIVAL } from './sign-in.ts'
export { expect, TEST_ORIGINS }

interface Fixtures {
  /** Console errors that a test causes on purpose. */
  expectedErrors: RegExp[]
  /** Host names that the test's browser resolves to this machine. */
  ownHosts: string[]
  /** Whether pages open with their last view, in which tests would find elements twice. */
  lastViews: boolean
  /** Attaches the server's log to a failed test. */
  serverLog: undefined
  /** Problems in any of the test's pages. The test fails if there are any at its end. */
  trouble: string[]
  /** Resets the database to the demo data, with `leads` leads if given. `stale` marks the new ones as lost. */
  reset: (options?: { leads?: number; stale?: boolean }) => Promise<void>
  /** Signs in a demo user, by default the owner, without rendering the form. */
  signIn: (email?: string) => Promise<void>
  /** A page in a separate browser, without the cookies of the test's own page. */
  visitor: Page
}

const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Returns whether a request stays on this machine. Data and blob URLs don't leave the page. */
function staysHere(url: string, ownHosts: readonly string[]): boolean {
  const { protocol, hostname } = new URL(url)
  // The phone app is also on this machine.
  if (protocol === 'tel:') return true
  if (protocol === 'data:' || protocol === 'blob:' || protocol === 'about:') return true
  return LOCAL.has(hostname) || ownHosts.includes(hostname)
}

/** Records a context's requests that leave this machine, script errors, console errors, and CSP violations. */
async function watch(
  context: BrowserContext,
  trouble: string[],
  expected: RegExp[],
  ownHosts: readonly string[] = [],
): Promise<void> {
  const note = (text: string) => {
    if (!expected.some((pattern) => pattern.test(text))) trouble.push(text)
  }
  context.on('request', (request) => {
    if (!staysHere(request.url(), ownHosts)) trouble.push(`A request left this machine: ${request.url()}`)
  })
  context.on('weberror', (error) => note(`Script error: ${error.error().message}`))
  context.on('console', (message) => {
    if (message.type() === 'error') note(`Console error at ${message.location().url}: ${message.text()}`)
  })
  await openShadowRoots(context)
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      reportError(new Error(`CSP ${event.effectiveDirective} refused ${event.blockedURI || event.sample}`))
    })
  })
}

/** Runs in each of a test's pages before its own scripts. */
function forgetLastViews(): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith('fieldhand.last-view.')) localStorage.removeItem(key)
    }
  } catch {
    // A frame without storage.
  }
}

export const test = base.extend<Fixtures>({
  // A separate list for each test, to which the test can add.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from its first parameter
  expectedErrors: [async ({}, use) => use([]), { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: as above
  ownHosts: [async ({}, use) => use([]), { option: true }],

  lastViews: [false, { option: true }],

  serverLog: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use, info) => {
      const start = existsSync(TEST_LOG) ? statSync(TEST_LOG).size : 0
      await use(undefined)
      if (info.status === info.expectedStatus || !existsSync(TEST_LOG)) return
      const path = info.outputPath('server.log')
      writeFileSync(path, readFileSync(TEST_LOG).subarray(start))
      await info.attach('server.log', { path, contentType: 'text/plain' })
    },
    { auto: true },
  ],

  trouble: [
    // The log is torn down last, so that it is also attached if this fails.
    async ({ serverLog: _, expectedErrors, ownHosts, lastViews, context }, use) => {
      const trouble: string[] = []
      await watch(context, trouble, expectedErrors, ownHosts)
      if (!lastViews) await context.addInitScript(forgetLastViews)
      await use(trouble)
      // A route that is still being handled when the test ends isn't a failure.
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
      expect(trouble, 'nothing leaves this machine, and no errors are logged').toEqual([])
    },
    { auto: true },
  ],

  reset: async ({ request }, use) => {
    await use(async (options = {}) => {
      const answer = await request.post(`${TEST_ORIGINS.api}/__test/reset`, { data: options, maxRetries: 2 })
      expect(answer.ok(), await answer.text()).toBe(true)
    })
  },

  signIn: async ({ context }, use) => {
    await use((email = OWNER) => signInByRequest(context.request, email))
  },

  visitor: async ({ browser, trouble, expectedErrors }, use) => {
    const context = await browser.newContext()
    await watch(context, trouble, expectedErrors)
    await use(await context.newPage())
    await context.close()
  },
})

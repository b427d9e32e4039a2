import type { BrowserContext, Page } from '@playwright/test'
import { CHROMIUM_FLAGS, testBrowser } from '../../scripts/lib/browser.ts'
import {
  buildServicesConsole,
  SERVICES_HOST,
  SERVICES_ORIGINS,
  servicesEnv,
} from '../../scripts/lib/test-console.ts'
import { test as base } from './e2e.ts'
import { type Program, runProgram } from './program.ts'
import { OWNER, signInByRequest } from './sign-in.ts'
import { openSink, type Sink } from './sink.ts'

export { expect, OWNER } from './e2e.ts'
export { SERVICES_HOST, SERVICES_ORIGINS }

interface WorkerFixtures {
  sink: Sink
  services: Program
}

/** Runs tests with the console that has all monitoring services configured, against a local sink. */
export const test = base.extend<{ ready: boolean }, WorkerFixtures>({
  sink: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from its first parameter
    async ({}, use) => {
      const sink = await openSink(Number(new URL(SERVICES_ORIGINS.sink).port))
      await use(sink)
      await sink.close()
    },
    { scope: 'worker' },
  ],
  services: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      if ((await buildServicesConsole()) !== 0)
        throw new Error('The console with services could not be built')
      const server = runProgram('dev/main.ts', [], servicesEnv() as Record<string, string>)
      await server.saying('Fieldhand is running')
      await use(server)
      server.child.kill('SIGTERM')
      await server.ended
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  ready: [
    async ({ sink, services: _, context, request }, use) => {
      await request.post(`${SERVICES_ORIGINS.api}/__test/reset`, { data: {}, maxRetries: 2 })
      sink.clear()
      await context.addInitScript((origin) => {
        // The tour's own setting for the URL of its script.
        Object.assign(window, {
          USERFLOWJS_ENV_VARS: { USERFLOWJS_ES2020_URL: `${origin}/tour/userflow.js` },
        })
      }, sink.origin)
      await use(true)
    },
    { auto: true },
  ],
})

/** The options for `test.use` at the start of a test file. Like the real ones, the console's pages count as secure. */
export const SERVICES_USE = {
  baseURL: SERVICES_ORIGINS.console,
  ownHosts: [SERVICES_HOST],
  launchOptions: {
    executablePath: testBrowser(),
    args: [
      ...CHROMIUM_FLAGS,
      `--host-resolver-rules=MAP ${SERVICES_HOST} 127.0.0.1`,
      `--unsafely-treat-insecure-origin-as-secure=${SERVICES_ORIGINS.console}`,
    ],
  },
}

/**
 * Signs in a demo user on one of the console's host names. The request goes to this machine, because only the browser
 * resolves the names. The cookies are set for the name.
 */
export async function signInOn(context: BrowserContext, origin: string, email = OWNER): Promise<void> {
  const local = `http://localhost:${new URL(origin).port}`
  await signInByRequest(context.request, email, local)
  if (origin === local) return
  const cookies = await context.cookies(local)
  await context.addCookies(
    cookies.map(({ domain: _domain, path: _path, ...cookie }) => ({ ...cookie, url: origin })),
  )
  await context.clearCookies({ domain: 'localhost' })
}

/** Makes random sampling include either all of the page's traces or none. */
export async function fixSampling(page: Page, { low }: { low: boolean }): Promise<void> {
  await page.addInitScript((isLow) => {
    const chance = Math.random
    Math.random = () => (isLow ? chance() * 0.0999 : 0.1001 + chance() * 0.8999)
  }, low)
}

/** Signs up a new customer with an organization and one lead. Returns the email address. */
export async function signUpOn(page: Page): Promise<string> {
  const email = 'zoe@tulip-lawns.example'
  await page.goto('/sign-up?mode=sign-up')
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('a-lawn-of-one-s-own')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.waitForURL(({ pathname }) => pathname === '/')
  await page.waitForFunction(() => (window as unknown as { Clerk?: ClerkOfTest }).Clerk?.session)
  const status = await page.evaluate(async (api) => {
    const { Clerk } = window as unknown as { Clerk: ClerkOfTest }
    const { id } = await Clerk.createOrganization({ name: 'Tulip Lawns' })
    await Clerk.setActive({ organization: id })
    const answer = await fetch(`${api}/api/v1/organizations/${id}/leads`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${await Clerk.session.getToken()}`,
        'X-Organization-ID': id,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({
        prospect_name: 'Marcus Okafor',
        prospect_email: 'marcus.okafor@example.com',
        prospect_phone: '614-555-0134',
        service_interest: 'Irrigation Systems',
      }),
    })
    return answer.status
  }, SERVICES_ORIGINS.api)
  if (status >= 300) throw new Error(`The lead could not be created: HTTP ${status}`)
  return email
}

interface ClerkOfTest {
  session: { getToken(): Promise<string> }
  createOrganization(options: { name: string }): Promise<{ id: string }>
  setActive(options: { organization: string }): Promise<void>
}

import type { BrowserContext, Page, Request } from '@playwright/test'
import { expect, OWNER, RIVAL, TEST_ORIGINS, test } from '../support/e2e.ts'
import { FRESH, selectOrganization } from '../support/organizations.ts'

/** Requests that the script in a page's head sends, before any module: its own calls, by the element that starts them. */
interface Calls {
  /** Paths of GETs of the API, in the order in which they were sent. */
  api: string[]
  tokens: number
}

const API = `${TEST_ORIGINS.api}/api/v1/organizations/`

/** Counts a page's calls from now on. */
function count(page: Page): Calls {
  const calls: Calls = { api: [], tokens: 0 }
  page.on('request', (request: Request) => {
    const url = request.url()
    if (request.method() === 'GET' && url.startsWith(API) && !url.endsWith('/events')) {
      calls.api.push(url.slice(API.length))
    }
    if (/\/sessions\/[^/]+\/tokens/.test(url)) calls.tokens += 1
  })
  return calls
}

/** What the script in the page's head would start: its paths, of one organization. */
const table = (page: Page, organization: string) =>
  page.evaluate((id) => {
    const { early = '{}' } = document.querySelector<HTMLElement>('script[data-early]')?.dataset ?? {}
    const { calls } = JSON.parse(early) as { calls: string[] }
    return calls.map((path) => path.replace('/api/v1/organizations/:orgId', id))
  }, organization)

/** How many of the script's calls nobody has taken; null if it has started none, or was discarded. */
const left = (page: Page) => page.evaluate(() => window.fieldhandEarly?.calls.size ?? null)

const sessionCookies = async (context: BrowserContext) =>
  (await context.cookies()).filter(({ name }) => name.startsWith('__session'))

/** Leaves the console, so that no page of it refreshes the cookies that a test changes. */
const leave = (page: Page) => page.goto('about:blank')

/** Deletes the cached responses from a page that writes none. */
async function forgetResponses(page: Page): Promise<void> {
  await page.goto('/icons/favicon.svg')
  await page.evaluate(
    () =>
      new Promise((done) => {
        const request = indexedDB.deleteDatabase('fieldhand-answers')
        request.onsuccess = done
        request.onerror = done
      }),
  )
}

/** Replaces the claims of the token in the cookie. The signature does not fit then. */
async function changeToken(context: BrowserContext, change: (claims: Record<string, number>) => object) {
  for (const cookie of await sessionCookies(context)) {
    const [header, payload = '', signature] = cookie.value.split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const changed = Buffer.from(JSON.stringify({ ...claims, ...change(claims) })).toString('base64url')
    await context.addCookies([{ ...cookie, value: [header, changed, signature].join('.') }])
  }
}

const expire = (context: BrowserContext) => changeToken(context, ({ iat = 0 }) => ({ exp: iat + 1 }))

/** Opens the leads once, so that the browser has the cookies that Clerk leaves behind. */
async function visit(page: Page): Promise<void> {
  await page.goto('/leads')
  await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
  await expect
    .poll(async () => (await page.context().cookies()).map(({ name }) => name))
    .toEqual(expect.arrayContaining(['__session', 'clerk_active_context']))
}

test.beforeEach(async ({ reset, signIn, page }) => {
  await reset()
  await signIn()
  await visit(page)
})

/** What a page reads only when it is in view, or once it knows which lead. */
const LATER =
  /^org_greenacres\/(insights\?|asked-questions\?conversation_id=|notifications\?lead_id=|leads\/lead_|agent-check|holidays$|webhooks$|conversations\/conv_)/

test('each page makes its first calls early, each once, and no others at first', async ({ page }) => {
  test.slow()
  const lead = await page.locator('tr[data-row-key]').first().getAttribute('data-row-key')
  const routes = [
    '/',
    '/leads',
    `/leads/${lead}`,
    '/conversations',
    '/agent',
    '/playground',
    '/integrations',
    '/organization',
    '/billing',
  ]
  for (const route of routes) {
    // A device with cached leads asks only for their changes.
    await forgetResponses(page)
    const calls = count(page)
    // The live stream comes after everything else.
    const quiet = page.waitForRequest(/\/leads\/events$/)
    await page.goto(route)
    const early = await table(page, 'org_greenacres')
    await expect.poll(() => left(page), `every early response of ${route} is taken`).toBe(0)
    await quiet
    const first = calls.api.filter((path) => !LATER.test(path))
    expect(first.toSorted(), route).toEqual(early.toSorted())
    page.removeAllListeners('request')
  }
})

test('a first call that fails counts: a refused one is not repeated, another one twice', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/40[34]|429|500/)
  const stats = `${API}org_greenacres/leads/stats`
  for (const status of [403, 404, 429, 500]) {
    await forgetResponses(page)
    let served = 0
    await page.route(stats, (route) => {
      served += 1
      return route.fulfill({ status, json: { message: 'Not here' } })
    })
    const live = page.waitForRequest(/\/leads\/events$/)
    await page.goto('/leads')
    await expect(page.getByText('60 leads', { exact: false }).first()).toBeVisible()
    await live
    await expect.poll(() => served, `requests that get ${status}`).toBe(status === 500 ? 3 : 1)
    await page.unroute(stats)
  }
})

test('the calls do not wait for Clerk, and show their responses', async ({ page, expectedErrors }) => {
  expectedErrors.push(/clerk/i)
  await forgetResponses(page)
  await page.route('**/clerk.browser.js', () => new Promise(() => {}))
  await page.goto('/leads', { waitUntil: 'commit' })
  await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.getByText('Total Leads')).toBeVisible()
})

test('Settings show before Clerk, which then fills in the escalation email for the next save', async ({
  page,
}) => {
  await forgetResponses(page)
  const release = Promise.withResolvers<void>()
  await page.route('**/clerk.browser.js', async (route) => {
    await release.promise
    await route.continue()
  })
  await page.goto('/agent', { waitUntil: 'commit' })
  const email = page.getByRole('textbox', { name: 'Escalation Email' })
  await expect(email).toHaveValue('')
  await expect(email).not.toBeEditable()
  await expect(email).not.toHaveAttribute('aria-invalid')
  const saved = page.waitForRequest((request) => request.method() === 'PUT')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('button', { name: 'Saving…' })).toBeDisabled()
  release.resolve()
  expect((await saved).postDataJSON()).toEqual({ escalation_email: OWNER })
  await expect(email).toHaveValue(OWNER)
  await expect(email).toBeEditable()
  await expect(page.getByText('unsaved change')).toHaveCount(0)
})

test('a second visit shows the cached data while Clerk and the API hang', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/clerk/i)
  const cachedKinds = () =>
    page.evaluate(
      () =>
        new Promise<string>((done) => {
          const opening = indexedDB.open('fieldhand-answers')
          opening.onsuccess = () => {
            const reading = opening.result.transaction('answers').objectStore('answers').getAllKeys()
            reading.onsuccess = () => {
              opening.result.close()
              done(reading.result.join())
            }
          }
        }),
    )
  await expect.poll(cachedKinds).toMatch(/"leads".*"lead-stats"|"lead-stats".*"leads"/)
  await leave(page)
  const never = () => new Promise<void>(() => {})
  await page.route(/__clerk/, never)
  await page.route(`${TEST_ORIGINS.api}/**`, never)
  await page.goto('/leads', { waitUntil: 'commit' })
  await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
})

test('an expired token is replaced before the calls', async ({ page, context }) => {
  await forgetResponses(page)
  await expire(context)
  const calls = count(page)
  await page.goto('/leads')
  await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
  await expect.poll(() => left(page)).toBe(0)
  expect(calls.tokens).toBe(1)
  expect(new Set(calls.api).size).toBe(calls.api.length)
})

test('a token that the API refuses falls back to Clerk’s', async ({ page, context, expectedErrors }) => {
  expectedErrors.push(/401 \(Unauthorized\)/)
  await leave(page)
  // Good by its claims, but they are forged.
  await changeToken(context, ({ exp = 0 }) => ({ exp: exp + 600 }))
  const statuses: number[] = []
  page.on('response', (response) => {
    if (response.request().method() === 'GET' && response.url().endsWith('/leads/stats'))
      statuses.push(response.status())
  })
  await page.goto('/leads')
  await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
  await expect(page).toHaveURL(/\/leads$/)
  await expect.poll(() => statuses.slice(0, 2)).toEqual([401, 200])
  expect(statuses.filter((status) => status !== 200)).toEqual([401])
})

test('a session that was revoked shows nothing and leads to the sign-up screen', async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/401 \(Unauthorized\)/)
  await forgetResponses(page)
  await expire(context)
  // Like a sign-out in Clerk's dashboard: this browser keeps its cookies.
  const kept = await context.cookies()
  const { sid } = JSON.parse(
    Buffer.from(
      (kept.find(({ name }) => name === '__session')?.value ?? '').split('.')[1] ?? '',
      'base64url',
    ).toString(),
  )
  await context.request.post(`${TEST_ORIGINS.console}/__clerk/v1/client/sessions/${sid}/end`)
  await context.clearCookies()
  await context.addCookies(kept)
  const calls = count(page)
  await page.goto('/leads')
  await page.waitForURL('**/sign-up**')
  expect(calls).toEqual({ api: [], tokens: 1 })
})

test('signed out elsewhere, nothing is requested', async ({ page, context }) => {
  const kept = await sessionCookies(context)
  await leave(page)
  const other = await context.newPage()
  await other.goto('/leads')
  await other.getByRole('button', { name: 'Logout' }).click()
  await other.waitForURL('**/sign-up**')
  // Even a token that was left behind does not count.
  await leave(other)
  await context.addCookies(kept)
  const calls = count(other)
  await other.goto('/leads')
  await other.waitForURL('**/sign-up**')
  expect(calls).toEqual({ api: [], tokens: 0 })
})

test('an untouched page ends with the session that another tab ends', async ({ page, context }) => {
  // What Clerk writes to the storage is no promise.
  await page.addInitScript(() =>
    addEventListener('storage', (event) => event.stopImmediatePropagation(), true),
  )
  await page.goto('/leads')
  await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
  expect(await page.evaluate(() => 'Clerk' in window)).toBe(false)
  const other = await context.newPage()
  await other.goto('/integrations')
  await other.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/sign-up**')
})

test('a page whose session another tab ends while Clerk loads ends with it', async ({ page, context }) => {
  await page.goto('/leads')
  await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
  // Clerk learns about the session before it ends, and hears of the end before it has set the session up.
  const asked = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  await page.route('**/v1/client?*', async (route) => {
    const response = await route.fetch()
    asked.resolve()
    await ended.promise
    await route.fulfill({ response })
  })
  await page.mouse.move(10, 10)
  await asked.promise
  const other = await context.newPage()
  await other.goto('/integrations')
  await other.getByRole('button', { name: 'Logout' }).click()
  await other.waitForURL('**/sign-up**')
  ended.resolve()
  await expect(page).toHaveURL(/\/sign-up/)
})

test('after another tab has switched the organization, the new one is requested early', async ({
  page,
  context,
}) => {
  await leave(page)
  const other = await context.newPage()
  await other.goto('/leads')
  await expect(other.getByText('1-20 of 60 leads')).toBeVisible()
  await selectOrganization(other, FRESH)
  await expect
    .poll(async () => (await context.cookies()).find(({ name }) => name === 'clerk_active_context')?.value)
    .toContain('org_freshcut')
  await leave(other)
  // With the leads that the other tab may have cached, this one asks only for their changes.
  await forgetResponses(page)
  await page.goto('/leads')
  await expect(page.getByText('No leads yet')).toBeVisible()
  await expect.poll(() => left(page)).toBe(0)
  expect(await page.evaluate(() => window.fieldhandEarly?.owner.organizationId)).toBe('org_freshcut')
})

test("another user's token is never used for this user", async ({ page, context, browser }) => {
  const rival = await browser.newContext({ baseURL: TEST_ORIGINS.console })
  const theirs = await rival.newPage()
  const answer = await rival.request.post('/__clerk/v1/client/sign_ins', {
    form: { identifier: RIVAL, strategy: 'password', password: 'greener-pastures' },
  })
  expect(answer.ok()).toBe(true)
  await theirs.goto('/leads')
  // Clerk writes the token twice, then the active context. With only some of them, the rest would be the owner's.
  await expect.poll(async () => (await sessionCookies(rival)).length).toBe(2)
  await expect
    .poll(async () => (await rival.cookies()).map(({ name }) => name))
    .toContain('clerk_active_context')
  const foreign = (await rival.cookies()).filter(({ name }) => /^(__session|clerk_active_context)/.test(name))
  await rival.close()

  await leave(page)
  // The browser is the owner's; only what scripts can write is the rival's.
  await context.addCookies(foreign)
  await page.goto('/leads')
  await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
  await expect(page.getByText('Rival Mowing')).toHaveCount(0)
  await expect.poll(() => left(page)).toBeNull()
})

test('the owner signs out and the next user gets nothing of theirs', async ({ page, signIn }) => {
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/sign-up**')
  await signIn(RIVAL)
  const calls = count(page)
  await page.goto('/leads')
  await expect(page.getByRole('heading', { name: 'Leads' })).toBeVisible()
  await expect.poll(() => calls.api.length).toBeGreaterThan(0)
  expect(calls.api.filter((path) => path.startsWith('org_greenacres'))).toEqual([])
})

import type { Page, Worker } from '@playwright/test'
import { CHROMIUM_FLAGS, findBrowser } from '../../scripts/lib/browser.ts'
import { expect, TEST_ORIGINS, test } from '../support/e2e.ts'
import { setChannels } from '../support/notifications-page.ts'

test.use({
  serviceWorkers: 'allow',
  // The headless shell has no push messages.
  launchOptions: { executablePath: findBrowser() ?? '', args: CHROMIUM_FLAGS },
})

const MESSAGE = {
  token: 'token_of_the_message',
  title: 'Needs a person',
  body: 'Ada Lovelace: a branch has fallen on my house',
  path: '/leads?search=ada',
  call_path: '/leads/lead_1?call=1',
  tag: 'lead_1',
}

/** What the worker has sent to the server. */
type Spied = typeof globalThis & { reports: string[] }

/** Opens the console under its service worker, with notifications granted. Returns both. */
async function openInstalled(page: Page): Promise<Worker> {
  await page.context().grantPermissions(['notifications'], { origin: TEST_ORIGINS.console })
  await page.goto('/')
  // The console does so after five seconds.
  await page.evaluate(() => navigator.serviceWorker.register('/sw.js'))
  await page.waitForFunction(() => navigator.serviceWorker.controller)
  const [worker] = page.context().serviceWorkers()
  if (!worker) throw new Error('No service worker')
  await worker.evaluate(() => {
    const spied = self as unknown as Spied
    spied.reports = []
    spied.fetch = async (input, init) => {
      spied.reports.push(`${String(input)} ${String(init?.body)}`)
      return new Response()
    }
  })
  return worker
}

/** The notifications that the worker shows. */
const shown = (worker: Worker) =>
  worker.evaluate(async () => {
    const { registration } = self as unknown as { registration: ServiceWorkerRegistration }
    const found = await registration.getNotifications()
    return found.map((each) => ({
      title: each.title,
      body: each.body,
      tag: each.tag,
      actions: (each as Notification & { actions: { action: string }[] }).actions.map(({ action }) => action),
    }))
  })

/** Sends a message to the worker, like the browser's push service. */
async function send(page: Page, data: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const id = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => scopeURL.startsWith(TEST_ORIGINS.console))
      if (found) resolve(found.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: TEST_ORIGINS.console,
    registrationId: await id,
    data,
  })
  await devtools.detach()
}

/** Sends a message until the worker shows `expected`, because Chromium drops some messages. */
async function deliver(page: Page, worker: Worker, data: string, expected: object): Promise<void> {
  await expect(async () => {
    await send(page, data)
    await expect.poll(() => shown(worker), { timeout: 3_000 }).toMatchObject([expected])
  }).toPass()
}

/** The worker's distinct reports. */
const reports = (worker: Worker) => worker.evaluate(() => [...new Set((self as unknown as Spied).reports)])

/** Clicks the shown notification, or one of its actions. */
const click = (worker: Worker, action: string) =>
  worker.evaluate(async (action) => {
    const scope = self as unknown as {
      registration: ServiceWorkerRegistration
      NotificationEvent: new (type: string, init: unknown) => Event
    }
    const [notification] = await scope.registration.getNotifications()
    dispatchEvent(new scope.NotificationEvent('notificationclick', { notification, action }))
  }, action)

const report = (state: string) =>
  `${TEST_ORIGINS.api}/api/v1/notifications/reports ${JSON.stringify({ token: MESSAGE.token, state })}`

test.beforeEach(async ({ reset, signIn }) => {
  await reset()
  await signIn()
})

test('a push message is shown, reported, and leads an open window to the call', async ({
  page,
  expectedErrors,
}) => {
  // No lead has this id.
  expectedErrors.push(/404/)
  const worker = await openInstalled(page)
  const { title, body, tag } = MESSAGE
  await deliver(page, worker, JSON.stringify(MESSAGE), { title, body, tag, actions: ['call', 'open'] })
  await expect.poll(() => reports(worker)).toEqual([report('delivered')])
  await click(worker, 'call')
  await expect(page.getByRole('heading', { name: 'Lead Not Found' })).toBeVisible()
  await expect(page).toHaveURL(/\/leads\/lead_1/)
  await expect.poll(() => reports(worker)).toEqual([report('delivered'), report('opened')])
  expect(await shown(worker)).toEqual([])
})

test('a message that cannot be read, or leads elsewhere, still shows the console', async ({ page }) => {
  const worker = await openInstalled(page)
  const expected = { title: 'Fieldhand', tag: 'fieldhand', actions: ['open'] }
  await deliver(page, worker, 'not JSON', expected)
  const opened = page.waitForEvent('load')
  await click(worker, '')
  await opened
  expect(await shown(worker)).toEqual([])
  const misleading = { ...MESSAGE, path: 'https://evil.test/phish', call_path: null }
  await deliver(page, worker, JSON.stringify(misleading), { title: MESSAGE.title, actions: ['open'] })
  const openedAgain = page.waitForEvent('load')
  await click(worker, 'open')
  await openedAgain
  expect(await shown(worker)).toEqual([])
  expect(new URL(page.url()).origin).toBe(TEST_ORIGINS.console)
})

test('this device is switched on and off, and forgotten at the sign-out', async ({ page }) => {
  await page.addInitScript(
    ([endpoint]) => {
      const bytes = (length: number) => new Uint8Array(length).fill(7).buffer
      const subscription = {
        endpoint,
        options: { applicationServerKey: null },
        getKey: (name: string) => bytes(name === 'auth' ? 16 : 65),
        unsubscribe: async () => {
          localStorage.setItem('subscribed', 'no')
          return true
        },
      }
      // No push service is reachable here.
      PushManager.prototype.subscribe = async () => {
        localStorage.setItem('subscribed', 'yes')
        return subscription as unknown as PushSubscription
      }
      PushManager.prototype.getSubscription = async () =>
        localStorage.getItem('subscribed') === 'yes' ? (subscription as unknown as PushSubscription) : null
    },
    [`${TEST_ORIGINS.api}/__local/push/subscriptions/1`],
  )
  await setChannels(page)
  await openInstalled(page)
  await page.goto('/agent#notifications')
  const toggle = page.getByRole('switch', { name: /Alerts on this device/ })
  await toggle.click()
  await expect(toggle).toBeChecked()
  await page.getByRole('checkbox', { name: 'New lead', exact: true }).uncheck()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(toggle).toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'New lead', exact: true })).not.toBeChecked()

  const removed = page.waitForRequest((request) => request.method() === 'DELETE')
  await page.getByRole('button', { name: 'Logout' }).click()
  expect((await removed).url()).toMatch(/\/notifications\/devices\//)
  await expect(page).toHaveURL(/\/sign-up/)
  const left = await page.evaluate(() => ({ ...localStorage }))
  expect(left.subscribed).toBe('no')
  expect(Object.keys(left).filter((key) => key.startsWith('fieldhand.push.'))).toEqual([])
})

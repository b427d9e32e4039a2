import type { Page, Route } from '@playwright/test'
import { expect, TEST_ORIGINS, test } from '../support/e2e.ts'

const CHAT = `${TEST_ORIGINS.api}/support-chat`
const button = (page: Page) => page.locator('[data-chat]')
const frame = (page: Page) => page.frameLocator('#chatwoot_live_chat_widget')
const field = (page: Page) => frame(page).getByLabel('Your message')
const cookies = async (page: Page) => (await page.context().cookies()).map(({ name }) => name)

test.beforeEach(async ({ reset, signIn }) => {
  await reset()
  await signIn()
})

test('the chat opens, persists across pages and reloads, and is reset on sign-out', async ({
  page,
  signIn,
}) => {
  const asked: string[] = []
  page.on('request', (request) => request.url().startsWith(CHAT) && asked.push(request.url()))
  await page.goto('/leads')
  await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
  await expect(button(page)).toHaveText(/Need Help\?/)
  expect(asked, 'the chat does not know a user who has not asked for help').toEqual([])

  await button(page).click()
  await expect(button(page)).toHaveText(/Close Chat/)
  await expect(frame(page).getByText('Nobody reads it')).toBeVisible()
  await expect(
    frame(page).getByText('You write as Olivia Greene (owner@fieldhand.test), Green Acres'),
  ).toBeVisible()
  expect(await page.evaluate('window.chatwootSettings')).toMatchObject({ hideMessageBubble: true })
  expect(await page.evaluate('window.$chatwoot.user')).toEqual({
    identifier: expect.stringMatching(/^user_/),
    user: { email: 'owner@fieldhand.test', name: 'Olivia Greene' },
  })
  expect(await page.evaluate('window.$chatwoot.attributes')).toEqual({
    customAttributes: {
      email: 'owner@fieldhand.test',
      name: 'Olivia Greene',
      user_id: expect.stringMatching(/^user_/),
      organization_id: 'org_greenacres',
      organization_name: 'Green Acres Lawn & Landscape',
    },
  })
  // Its own buttons exist and are hidden whenever they appear.
  await expect(page.locator('.woot--close')).toHaveCSS('display', 'none')
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('.woot--close')?.style.removeProperty('display')
  })
  await expect(page.locator('.woot--close')).toHaveAttribute('style', /display: none !important/)

  // The page changes with a half-written message; the frame is the same.
  await field(page).fill('How do I')
  await page.getByRole('link', { name: 'Integrations', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Integrations' })).toBeVisible()
  await expect(button(page)).toHaveText(/Close Chat/)
  await expect(field(page)).toHaveValue('How do I')
  await field(page).fill('How do I change my plan?')
  await field(page).press('Enter')
  await expect(frame(page).getByRole('log')).toContainText('How do I change my plan?Nobody is here to answer')

  // The chat closes itself: the button follows and has the focus.
  await field(page).press('Escape')
  await expect(button(page)).toHaveText(/Need Help\?/)
  await expect(button(page)).toBeFocused()
  await expect(field(page)).toBeHidden()

  // It loads automatically if there is a conversation, and stays closed.
  await page.reload()
  await expect.poll(() => page.evaluate('window.$chatwoot?.hasLoaded')).toBe(true)
  await expect(button(page)).toHaveText(/Need Help\?/)
  await button(page).click()
  await expect(frame(page).getByRole('log')).toContainText('How do I change my plan?')
  await button(page).click()
  await expect(button(page)).toHaveText(/Need Help\?/)
  await expect(field(page)).toBeHidden()

  expect(await cookies(page)).toEqual(expect.arrayContaining(['cw_conversation', 'cw_user_local']))
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/sign-up/)
  expect((await cookies(page)).filter((name) => name.startsWith('cw_user'))).toEqual([])
  await signIn()
  await page.goto('/')
  await button(page).click()
  await expect(frame(page).getByText('You write as Olivia Greene')).toBeVisible()
  await expect(frame(page).getByRole('log')).toBeEmpty()
})

test.describe('if the chat is', () => {
  test.use({ expectedErrors: [/Failed to load resource|Unexpected token|SyntaxError|MIME type/] })

  const rubbish = (route: Route) => route.fulfill({ contentType: 'text/html', body: '<h1>It works!</h1>' })
  const FAULTS: Record<string, [path: string, fault: (route: Route) => Promise<void>]> = {
    down: ['/packs/js/sdk.js', (route) => route.abort('connectionrefused')],
    'a script that is not a chat': [
      '/packs/js/sdk.js',
      (route) => route.fulfill({ contentType: 'text/javascript', body: 'window.hello = 1' }),
    ],
    'a frame that is not a chat': ['/widget**', rubbish],
  }

  test('broken, the button says so, the console works, and a retry is possible', async ({
    page,
    context,
  }) => {
    await page.clock.install()
    for (const [name, [path, fault]] of Object.entries(FAULTS)) {
      await test.step(name, async () => {
        // With a conversation, the chat would load before the click.
        await context.clearCookies({ name: /^cw_/ })
        await page.route(CHAT + path, fault)
        await page.goto('/leads')
        await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
        await button(page).click()
        if (path.startsWith('/widget')) {
          await expect(button(page)).toHaveText(/Opening chat…/)
          await page.locator('#chatwoot_live_chat_widget').waitFor({ state: 'attached' })
          await page.clock.fastForward(10_000)
        }
        await expect(button(page)).toHaveText(/Chat unavailable/)
        const status = page.getByRole('status').filter({ hasText: 'cannot be reached right now' })
        await expect(status).toBeAttached()
        await page.getByRole('link', { name: /^Billing/ }).click()
        await expect(page.getByRole('heading', { level: 1, name: 'Billing' })).toBeVisible()
        await expect(button(page)).toHaveText(/Chat unavailable/)

        await page.unroute(CHAT + path)
        await button(page).click()
        await expect(button(page)).toHaveText(/Close Chat/)
        await expect(field(page)).toBeVisible()
      })
    }
  })

  test('slow, the click takes effect later and can be undone', async ({ page }) => {
    const held: Route[] = []
    await page.route(`${CHAT}/packs/js/sdk.js`, (route) => void held.push(route))
    await page.goto('/leads')
    await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
    await button(page).click()
    await expect.poll(() => held.length).toBe(1)
    await expect(button(page)).toHaveText(/Opening chat…/)
    await button(page).click()
    await expect(button(page)).toHaveText(/Need Help\?/)
    await button(page).click()
    await held[0]?.continue()
    await expect(button(page)).toHaveText(/Close Chat/)
    await expect(field(page)).toBeVisible()
  })
})

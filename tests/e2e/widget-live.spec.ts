import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { accessibilityProblems } from '../support/accessibility.ts'
import { bubbles, chatOf, message, quickReplies, say, snippetOf } from '../support/chat.ts'
import { expect, TEST_ORIGINS, test } from '../support/e2e.ts'
import { openHostPage } from '../support/host-page.ts'
import { memberOf } from '../support/member.ts'
import { GREEN } from '../support/organizations.ts'
import { OWNER, signInByRequest } from '../support/sign-in.ts'

const { api, widget } = TEST_ORIGINS
const STREAM = `${api}/api/v1/widget/conversations/*/events`
const openChat = (page: Page) => page.goto(`${widget}/chat.html?org_id=${GREEN}`)
const ASKS_NAME = 'And your name?'

/** Does what starts a conversation in a page, and returns its id. */
async function started(page: Page, act: () => Promise<unknown>): Promise<string> {
  const [response] = await Promise.all([page.waitForResponse(/\/conversations$/), act()])
  return (await response.json()).conversation_id
}

/** Begins a conversation in which the agent has answered. */
async function begin(page: Page): Promise<string> {
  const conversation = await started(page, () => openChat(page))
  await say(page, 'mowing', ASKS_NAME)
  return conversation
}

test.beforeEach(({ reset }) => reset())

test('a person replaces the agent in both tabs at once, and hands back', async ({ visitor, request }) => {
  const member = await memberOf(request)
  const conversation = await begin(visitor)
  const other = await visitor.context().newPage()
  await openChat(other)
  await expect(bubbles(other)).toHaveCount(3)

  await member.act(conversation, 'typing')
  await expect(visitor.getByText('Olivia is typing')).toBeVisible()
  await member.reply(conversation, 'Olivia here')
  for (const tab of [visitor, other]) {
    await expect(bubbles(tab).last()).toContainText('Olivia here')
    await expect(tab.getByText('Olivia is answering')).toBeVisible()
    await expect(tab.getByText('Olivia is typing')).toBeHidden()
  }
  await message(other).fill('Thanks')
  await message(other).press('Enter')
  for (const tab of [visitor, other]) {
    await expect(bubbles(tab)).toHaveCount(5)
    await expect(bubbles(tab).last()).toContainText('Thanks')
    await expect(tab.getByText(/Sending|is typing/)).toBeHidden()
  }
  await expect(visitor.getByText('Seen')).toHaveCount(0)
  await member.read(conversation)
  await expect(bubbles(visitor).last()).toContainText('Seen')

  await member.act(conversation, 'handback')
  await expect(visitor.getByText('Olivia is answering')).toBeHidden()
  await say(other, 'Jane Doe', /^Fern: /)
  await expect(bubbles(visitor)).toHaveCount(await bubbles(other).count())
  expect(await bubbles(visitor).allTextContents()).toEqual(await bubbles(other).allTextContents())
})

test('a stream that breaks is resumed after the last message', async ({ visitor, request }) => {
  const member = await memberOf(request)
  const resumed: (string | undefined)[] = []
  const conversation = await begin(visitor)
  await visitor.route(STREAM, (route) => {
    resumed.push(route.request().headers()['last-event-id'])
    if (resumed.length > 1) return route.continue()
    return route.fulfill({
      contentType: 'text/event-stream',
      headers: { 'Access-Control-Allow-Origin': '*' },
      body: 'data: {"type":"heartbeat"}\n\n',
    })
  })
  await visitor.reload()
  await expect.poll(() => resumed).toEqual(['2', '2'])
  await member.reply(conversation, 'Olivia here')
  await expect(bubbles(visitor).last()).toContainText('Olivia here')
  await expect(bubbles(visitor)).toHaveCount(4)
})

test('replies arrive without a stream, too', async ({ visitor, request, expectedErrors }) => {
  expectedErrors.push(/ERR_FAILED/)
  const member = await memberOf(request)
  await visitor.route(STREAM, (route) => route.abort())
  const conversation = await begin(visitor)
  await member.reply(conversation, 'Olivia here')
  await expect(bubbles(visitor).last()).toContainText('Olivia here', { timeout: 15_000 })
  await expect(visitor.getByText('Olivia is answering')).toBeVisible()
  await expect(visitor.getByRole('status')).toBeEmpty()
})

test('a closed conversation says so, passes axe in both color schemes, and is gone once erased', async ({
  visitor,
  request,
  expectedErrors,
}) => {
  const member = await memberOf(request)
  const conversation = await begin(visitor)
  await member.act(conversation, 'close')
  await expect(visitor.getByRole('status')).toHaveText(
    'This conversation was closed. Write to open it again.',
  )
  await say(visitor, 'Jane Doe', 'Nice to meet you')
  await expect(visitor.getByRole('status')).toBeEmpty()

  await member.reply(conversation, 'Olivia here')
  await expect(bubbles(visitor).last()).toContainText('Olivia here')
  await member.act(conversation, 'close')
  await expect(visitor.getByRole('status')).toContainText('closed')
  await visitor.getByRole('button', { name: 'More', exact: true }).click()
  for (const colorScheme of ['light', 'dark'] as const) {
    await visitor.emulateMedia({ colorScheme })
    expect(await accessibilityProblems(visitor)).toEqual([])
    const surface = await visitor.locator('#chat').evaluate((chat) => getComputedStyle(chat).backgroundColor)
    expect(surface).toBe(colorScheme === 'dark' ? 'rgb(28, 30, 33)' : 'rgb(255, 255, 255)')
  }
  await visitor.keyboard.press('Escape')

  expectedErrors.push(/404/)
  await member.erase(conversation)
  await expect(visitor.getByRole('status')).toContainText('This conversation was deleted.')
  await expect(bubbles(visitor)).toHaveCount(0)
  const startOver = visitor.getByRole('button', { name: 'Start a new chat' })
  expect(await started(visitor, () => startOver.click())).not.toBe(conversation)
  await expect(bubbles(visitor)).toHaveCount(1)
})

test('the open chat of a deleted business says that it is not available', async ({
  visitor,
  request,
  expectedErrors,
}) => {
  await signInByRequest(request, OWNER, TEST_ORIGINS.console)
  const organizations = `${TEST_ORIGINS.console}/__clerk/v1/organizations`
  const made = await request.post(organizations, { form: { name: 'Short-Lived Mowing' } })
  const { id } = (await made.json()).response
  await visitor.goto(`${widget}/chat.html?org_id=${id}`)
  await say(visitor, 'mowing', ASKS_NAME)

  expectedErrors.push(/404/)
  expect((await request.delete(`${organizations}/${id}`)).ok()).toBe(true)
  await message(visitor).fill('Are you there?')
  await message(visitor).press('Enter')
  await expect(visitor.getByRole('heading', { name: 'Chat not available' })).toBeVisible()
  await expect(visitor.getByRole('alert')).toHaveText('There is no chat for this organization.')
  await expect(bubbles(visitor)).toHaveCount(0)
  await expect(visitor.getByRole('button', { name: 'Start a new chat' })).toHaveCount(0)
})

test('the launcher counts unread messages on every page, and a reset deletes the conversation', async ({
  visitor,
  request,
}) => {
  const member = await memberOf(request)
  await openHostPage(visitor, { body: `<h1>A shop</h1>${snippetOf(GREEN)}` })
  const launcher = visitor.getByRole('button', { name: /^Chat with us: / })
  const conversation = await started(visitor, () => launcher.click())
  await say(chatOf(visitor), 'mowing', ASKS_NAME)
  await visitor.evaluate(() => {
    addEventListener('fieldhand:unread', (event) => {
      document.documentElement.dataset.unread = (event as CustomEvent).detail.count
    })
  })
  await chatOf(visitor).getByRole('button', { name: 'Close chat' }).click()
  await member.reply(conversation, 'Olivia here')
  await expect(launcher).toHaveAccessibleName(/\(1 unread\)$/)
  await expect(visitor.locator('html')).toHaveAttribute('data-unread', '1')
  await visitor.reload()
  await expect(launcher).toHaveAccessibleName(/\(1 unread\)$/)
  await expect(visitor).toHaveTitle('Shop')
  await launcher.click()
  await expect(bubbles(chatOf(visitor)).last()).toContainText('Olivia here')
  await chatOf(visitor).getByRole('button', { name: 'Close chat' }).click()
  await expect(launcher).not.toHaveAccessibleName(/unread/)

  // Before the chat has loaded.
  await visitor.addInitScript(() =>
    addEventListener('fieldhand:ready', () =>
      (window as unknown as { fieldhand: { reset(): void } }).fieldhand.reset(),
    ),
  )
  await started(visitor, () => visitor.reload())
  await launcher.click()
  await expect(quickReplies(chatOf(visitor))).toHaveCount(8)
  await expect(bubbles(chatOf(visitor))).toHaveCount(1)
})

test('the widget works in a shadow root, on a page whose styles move and hide everything', async ({
  visitor,
  browser,
}) => {
  const script = (mode: string, attributes: string) => `<div id="${mode}"></div><script>
    const root = document.getElementById('${mode}').attachShadow({ mode: '${mode}' })
    const script = document.createElement('script')
    ${attributes}
    root.append(script)
  </script>`
  const head = `<style>html { transform: translate(0, 40px); filter: grayscale(1); contain: paint; overflow: hidden }
    * { z-index: 2147483647; position: relative } fieldhand-widget, [popover], :not(:defined) { display: none !important }
    *::backdrop { background: red !important }</style>`
  for (const body of [
    script('open', `script.src = '${widget}/agent.js'; script.dataset.organizationId = '${GREEN}'`),
    script('closed', `script.src = '${widget}/agent.js?organization-id=${GREEN}'`),
    `<script type="module" src="${widget}/agent.js" data-organization-id="${GREEN}"></script>`,
  ]) {
    await openHostPage(visitor, { head, body: `<h1>A shop</h1>${body}` })
    const launcher = visitor.getByRole('button', { name: /^Chat with us: / })
    const { width = 0, height = 0 } = visitor.viewportSize() ?? {}
    expect(await launcher.boundingBox()).toEqual({ x: width - 80, y: height - 80, width: 60, height: 60 })
    await launcher.click()
    await expect(bubbles(chatOf(visitor)).first()).toContainText("I'm Fern")
  }

  const page = await browser.newPage()
  await openHostPage(page, { body: snippetOf(GREEN) })
  await expect(page.locator('fieldhand-widget:popover-open')).toHaveCount(1)
  expect(await page.evaluate(() => document.querySelector('fieldhand-widget')?.shadowRoot)).toBe(null)
  await page.close()
})

test('the widget works in a browser without popovers', async ({ visitor }) => {
  await visitor.addInitScript(() => {
    Reflect.deleteProperty(HTMLElement.prototype, 'showPopover')
    Reflect.deleteProperty(HTMLElement.prototype, 'popover')
  })
  await openHostPage(visitor, { body: `<h1>A shop</h1>${snippetOf(GREEN)}` })
  await visitor.getByRole('button', { name: /^Chat with us: / }).click()
  await say(chatOf(visitor), 'mowing', ASKS_NAME)
})

test('a teaser appears if the embed code asks for one, once a visit', async ({ visitor, expectedErrors }) => {
  const teased = snippetOf(GREEN).replace(
    ' async',
    ' data-teaser="Need a quote?" data-teaser-after="0.1" async',
  )
  await openHostPage(visitor, { body: `<h1>A shop</h1>${teased}` })
  await expect(visitor.getByRole('button', { name: 'Need a quote?' })).toBeVisible()
  await visitor.getByRole('button', { name: 'Dismiss' }).click()
  const asked = visitor.waitForResponse(/launcher-teaser/)
  await visitor.reload()
  await asked
  await expect(visitor.getByRole('button', { name: /^Chat with us: / })).toBeVisible()
  await expect(visitor.getByRole('button', { name: 'Need a quote?' })).toHaveCount(0)

  // For example by an ad blocker.
  expectedErrors.push(/ERR_FAILED/)
  await visitor.route(/launcher-teaser/, (route) => route.abort())
  await visitor.reload()
  await visitor.getByRole('button', { name: /^Chat with us: / }).click()
  await expect(message(chatOf(visitor))).toBeFocused()
})

test('the chat suggests services, remembers the sound, and downloads the conversation', async ({
  visitor,
}) => {
  await visitor.setViewportSize({ width: 360, height: 400 })
  await openChat(visitor)
  await expect(quickReplies(visitor)).toHaveCount(8)
  await expect(bubbles(visitor).first()).toBeInViewport({ ratio: 1 })
  await visitor.setViewportSize({ width: 360, height: 740 })
  await quickReplies(visitor).first().click()
  await expect(bubbles(visitor).last()).toContainText(ASKS_NAME)
  const more = visitor.getByRole('button', { name: 'More', exact: true })
  const sound = visitor.getByRole('button', { name: 'Sound for new messages' })
  await more.click()
  await expect(sound).toHaveAttribute('aria-pressed', 'false')
  await sound.click()
  await visitor.keyboard.press('Escape')
  await expect(more).toBeFocused()
  await visitor.reload()
  await more.click()
  await expect(sound).toHaveAttribute('aria-pressed', 'true')
  const [download] = await Promise.all([
    visitor.waitForEvent('download'),
    visitor.getByRole('button', { name: 'Download this conversation' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('Chat with Green Acres Lawn & Landscape.txt')
  expect(await readFile(await download.path(), 'utf8')).toContain("I'm Fern")
  await visitor.getByRole('button', { name: 'Emoji' }).click()
  await visitor.getByRole('button', { name: '🌱' }).click()
  await expect(message(visitor)).toHaveValue('🌱')
})

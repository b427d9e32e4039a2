import { chatOf, message, say, snippetOf } from '../support/chat.ts'
import { expect, TEST_ORIGINS, test } from '../support/e2e.ts'
import { type HostPage, openHostPage } from '../support/host-page.ts'
import { layoutShift } from '../support/organizations.ts'

const GREEN = 'org_greenacres'
const { api, widget } = TEST_ORIGINS

/** A classic theme as WordPress renders it: block markup, and styles for all buttons and frames. */
const THEME = `<div class="wp-site-blocks"><header class="wp-block-template-part"><nav class="wp-block-navigation">Home</nav></header>
  <main class="wp-block-group is-layout-flow"><article class="post-1 page type-page entry"><div class="entry-content wp-block-post-content">
  <p>Mowing since 1998.</p>${snippetOf(GREEN)}<iframe src="about:blank" title="map"></iframe></div></article></main></div>`
const THEME_STYLE = `<style>.wp-site-blocks button, button { all: initial; width: 100% !important; text-transform: uppercase }
  iframe { max-width: 100%; height: 0 !important; visibility: hidden } .entry-content > * { max-width: 645px; transform: translateZ(0) }
  svg { fill: red !important; display: none } body > * { position: relative; z-index: 2147483647 }</style>`

const PAGES: Record<string, HostPage> = {
  'plain HTML': { body: `<h1>A shop</h1>${snippetOf(GREEN)}` },
  'an element that is named like the SDK': {
    body: `<h1>A shop</h1><div id="fieldhand">${snippetOf(GREEN)}</div>`,
  },
  'cross-origin isolation': {
    headers: { 'Cross-Origin-Embedder-Policy': 'require-corp', 'Cross-Origin-Opener-Policy': 'same-origin' },
    body: `<h1>A shop</h1>${snippetOf(GREEN)}`,
  },
  'a sandbox': { policy: 'sandbox allow-scripts', body: `<h1>A shop</h1>${snippetOf(GREEN)}` },
  'a theme like those of WordPress': { head: THEME_STYLE, body: THEME },
  'styles that reset everything': {
    head: '<style>* { all: unset !important; z-index: 2147483647 !important }</style>',
    body: `<h1>A shop</h1><div>Goods</div>${snippetOf(GREEN)}`,
  },
  'a library that overrides $ and JSON': {
    head: `<script>window.$ = window.jQuery = (any) => any; Array.prototype.each = function () {}; Object.prototype.extra = 1; window.module = { exports: {} }; window.define = () => {}; window.define.amd = true</script>`,
    body: `<h1>A shop</h1>${snippetOf(GREEN)}`,
  },
  'a strict policy': {
    policy: `default-src 'none'; img-src data:; script-src 'nonce-own'; frame-src ${widget}; connect-src ${api}`,
    body: `<h1>A shop</h1>${snippetOf(GREEN)}`,
  },
  'several inclusions, one of them late': {
    body: `<h1>A shop</h1>${snippetOf(GREEN)}${snippetOf(GREEN)}<script>addEventListener('load', () => setTimeout(() => {
      const late = document.createElement('script'); late.src = '${widget}/agent.js'; late.dataset.organizationId = '${GREEN}'; document.body.append(late) }, 50))</script>`,
  },
}

for (const [name, host] of Object.entries(PAGES)) {
  test(`the widget works on a page with ${name}, and shifts nothing there`, async ({ visitor }) => {
    await openHostPage(visitor, host)
    const launcher = visitor.getByRole('button', { name: /^Chat with us: / })
    await expect(launcher).toHaveCount(1)
    const box = await launcher.boundingBox()
    expect([box?.width, box?.height]).toEqual([60, 60])
    expect(await layoutShift(visitor)).toBe(0)
    await launcher.click()
    await say(chatOf(visitor), 'mowing', 'Who do I have the pleasure')
    await visitor.getByRole('button', { name: 'Close chat' }).last().click()
    await expect(message(chatOf(visitor))).toBeHidden()
  })
}

test('an open chat stays when a page replaces its body, and the next page sends what it left unsent', async ({
  visitor,
}) => {
  await openHostPage(visitor, { body: `<h1>A shop</h1>${snippetOf(GREEN)}` })
  await visitor.getByRole('button', { name: /^Chat with us: / }).click()
  await message(chatOf(visitor)).fill('mowing')
  await visitor.evaluate(() => {
    history.pushState(null, '', '/services')
    const body = document.createElement('body')
    body.append('Services')
    document.body.replaceWith(body)
    body.replaceChildren('More services')
  })
  await expect(message(chatOf(visitor))).toHaveValue('mowing')

  // The visitor leaves before the first message is sent.
  await visitor.route(/\/messages$/, () => {}, { times: 1 })
  await message(chatOf(visitor)).press('Enter')
  const isMarked = () => Object.keys(localStorage).some((key) => key.startsWith('fieldhand:chatting'))
  await expect.poll(() => visitor.evaluate(isMarked)).toBe(true)
  await visitor.reload()
  await expect(visitor.getByRole('button', { name: /\(1 unread\)$/ })).toBeVisible()
})

test('the widget works on a page that is itself framed', async ({ visitor }) => {
  const inner = await openHostPage(visitor, { body: `<h1>Inner</h1>${snippetOf(GREEN)}` })
  const page = await visitor.context().newPage()
  await openHostPage(page, {
    body: `<iframe title="inner" src="${inner}" width="900" height="700"></iframe>`,
  })
  const framed = page.frameLocator('iframe[title=inner]')
  await framed.getByRole('button', { name: /^Chat with us: / }).click()
  await say(chatOf(framed), 'mowing', 'Who do I have the pleasure')
  await page.close()
})

test('a chat that cannot be loaded reports its organization to the page', async ({
  visitor,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED/)
  await visitor.route('**/assets/launcher.js', (route) => route.abort())
  await openHostPage(visitor, {
    head: `<script>addEventListener('fieldhand:error', ({ detail }) => { document.title = JSON.stringify(detail) })</script>`,
    body: snippetOf(GREEN),
  })
  const message = 'The chat could not be loaded'
  await expect(visitor).toHaveTitle(JSON.stringify({ message, organization: GREEN }))
})

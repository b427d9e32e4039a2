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

/** A script that runs the scripts that a plugin holds back, in copies with the same attributes, as plugins do. */
const release = (held: string, address: string) => `<script>setTimeout(() => {
  const held = document.querySelector('${held}'), copy = document.createElement('script')
  for (const { name, value } of held.attributes) if (name !== 'type') copy.setAttribute(name === '${address}' ? 'src' : name, value)
  held.replaceWith(copy)
}, 50)</script>`

/** How a tag manager adds the code, without its attributes. */
const INJECTED = `<script>const added = document.createElement('script'); added.async = true
  added.src = '${widget}/agent.js?organization-id=${GREEN}'; document.head.append(added)</script>`

/** The code that names the organization by its name's slug, as older ones do. */
const SLUG = `<script src="${widget}/agent.js" data-organization="green-acres-lawn-&amp;-landscape" async></script>`

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
  'a tag manager': { body: `<h1>A shop</h1>${INJECTED}` },
  'a tag manager and the code': { body: `<h1>A shop</h1>${INJECTED}${snippetOf(GREEN)}` },
  'a consent banner': {
    body: `<h1>A shop</h1>${snippetOf(GREEN).replace('<script', '<script type="text/plain" data-cookieconsent="marketing"')}${release('[data-cookieconsent]', 'src')}`,
  },
  'a speed plugin': {
    body: `<h1>A shop</h1>${snippetOf(GREEN).replace(' src', ' type="rocketlazyloadscript" data-rocket-src')}${release('[data-rocket-src]', 'data-rocket-src')}`,
  },
  'an older code before the current one': { body: `<h1>A shop</h1>${SLUG}${snippetOf(GREEN)}` },
  'an older code after the current one': { body: `<h1>A shop</h1>${snippetOf(GREEN)}${SLUG}` },
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
    await say(chatOf(visitor), 'mowing', 'And your name?')
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
  await say(chatOf(framed), 'mowing', 'And your name?')
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

test('the widget works if a plugin has merged its script with others, and so lost its address', async ({
  visitor,
  request,
}) => {
  const script = await (await request.get(`${widget}/agent.js?organization-id=${GREEN}`)).text()
  const merged = { type: 'text/javascript', content: `window.own = 1;\n${script};window.other = 2` }
  await openHostPage(visitor, {
    body: '<h1>A shop</h1><script src="/merged.js" defer></script>',
    files: { '/merged.js': merged },
  })
  await visitor.getByRole('button', { name: /^Chat with us: / }).click()
  await say(chatOf(visitor), 'mowing', 'And your name?')
})

test('a code that names no organization says so in the console and to the page', async ({ visitor }) => {
  const warned = visitor.waitForEvent('console', (entry) => entry.type() === 'warning')
  await openHostPage(visitor, {
    head: `<script>addEventListener('fieldhand:error', ({ detail }) => { document.title = detail.message })</script>`,
    body: `<h1>A shop</h1><script src="${widget}/agent.js" async></script>`,
  })
  const message = 'The embed code names no organization. Copy it again from the settings.'
  expect((await warned).text()).toContain(`Fieldhand: ${message}`)
  await expect(visitor).toHaveTitle(message)
  await expect(visitor.locator('fieldhand-widget')).toHaveCount(0)
})

test('the widget works in a browser without the newer APIs', async ({ visitor }) => {
  await visitor.addInitScript(() => {
    Object.defineProperty(window, 'CSSStyleSheet', {
      value: class {
        constructor() {
          throw new TypeError('Illegal constructor')
        }
      },
    })
    const newer: [object, string][] = [
      [Object, 'hasOwn'],
      [Array.prototype, 'at'],
      [AbortSignal, 'timeout'],
      [AbortSignal, 'any'],
      [HTMLElement.prototype, 'showPopover'],
      [HTMLElement.prototype, 'popover'],
      [Crypto.prototype, 'randomUUID'],
      [window, 'requestIdleCallback'],
      [window, 'visualViewport'],
      [window, 'BroadcastChannel'],
      [Navigator.prototype, 'locks'],
    ]
    for (const [owner, name] of newer) Reflect.deleteProperty(owner, name)
  })
  const teased = snippetOf(GREEN).replace(' async', ' data-teaser="A quote?" data-teaser-after="0.1" async')
  await openHostPage(visitor, { body: `<h1>A shop</h1>${teased}` })
  const teaser = visitor.getByRole('button', { name: 'A quote?' })
  await expect(teaser).toHaveCSS('text-align', 'start')
  const launcher = visitor.getByRole('button', { name: /^Chat with us: / })
  await expect(launcher).toHaveCSS('border-radius', '30px')
  await launcher.click()
  await say(chatOf(visitor), 'mowing', 'And your name?')
})

test('the widget works while the server is older than its scripts', async ({ visitor }) => {
  await visitor.route(/\/config$/, async (route) => {
    const response = await route.fetch()
    const { colors, open_times, ...older } = await response.json()
    await route.fulfill({ response, json: older })
  })
  await openHostPage(visitor, { body: `<h1>A shop</h1>${snippetOf(GREEN)}` })
  await visitor.getByRole('button', { name: /^Chat with us: / }).click()
  await say(chatOf(visitor), 'mowing', 'And your name?')
})

test("what a page's security policy blocks is named in the console", async ({ visitor, expectedErrors }) => {
  expectedErrors.push(/CSP|Content Security Policy/)
  const warnings: string[] = []
  visitor.on('console', (entry) => {
    if (entry.type() === 'warning') warnings.push(entry.text())
  })
  await openHostPage(visitor, {
    policy: "default-src 'none'; img-src data:; script-src 'nonce-own'",
    body: `<h1>A shop</h1>${snippetOf(GREEN)}`,
  })
  const lacks = (directive: string, origin: string) =>
    `Fieldhand: The website's Content-Security-Policy lacks ${directive} ${origin}`
  await expect.poll(() => warnings).toContain(lacks('connect-src', api))
  await visitor.getByRole('button', { name: /^Chat with us: / }).click()
  await expect.poll(() => warnings).toContain(lacks('frame-src', widget))
})

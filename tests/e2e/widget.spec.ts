import type { Page } from '@playwright/test'
import { bubbles, conversation, message, say, snippetOf } from '../support/chat.ts'
import { expect, TEST_ORIGINS, test } from '../support/e2e.ts'
import { openHostPage } from '../support/host-page.ts'
import { changeAnswer } from '../support/organizations.ts'

const { api, console: consoleOrigin, widget } = TEST_ORIGINS
const GREEN = 'org_greenacres'
const openChat = (page: Page) => page.goto(`${widget}/chat.html?org_id=${GREEN}`)

/** A page with a strict policy and hostile styles. */
const openShop = (page: Page, body: string) =>
  openHostPage(page, {
    policy: `default-src 'none'; img-src data:; script-src 'nonce-own'; style-src 'nonce-own'; frame-src ${widget}; connect-src ${api}`,
    head: '<style nonce="own">* { all: unset !important; z-index: 99999 } button { display: none } p { height: 3000px }</style>',
    body: `<h1>A shop</h1><p>Goods</p>${body}`,
  })
const snippet = snippetOf

test.beforeEach(({ reset }) => reset())

test.describe('the chat page', () => {
  test('asks a visitor the questions and keeps the conversation across a reload', async ({ visitor }) => {
    await openChat(visitor)
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Welcome to Green Acres')
    await expect(bubbles(visitor)).toContainText("I'm Fern from Green Acres Lawn & Landscape")
    await say(visitor, 'Mowing, and <b>trim</b> my hedges 🌱', 'And your name?')
    await say(visitor, 'Jane Doe', 'Nice to meet you, Jane!')
    await say(visitor, "I don't want to give my phone", "What's your email address?")
    await say(visitor, 'jane@example.test', 'address of the property')
    await expect(conversation(visitor)).toContainText('<b>trim</b> my hedges')

    const texts = await bubbles(visitor).allTextContents()
    await visitor.reload()
    await expect(bubbles(visitor)).toHaveCount(texts.length)
    expect(await bubbles(visitor).allTextContents()).toEqual(texts)
  })

  test('draws a long conversation from its end, and the rest while scrolling back', async ({ visitor }) => {
    const old = Array.from({ length: 250 }, (_, index) => ({
      id: `old-${index}`,
      position: index - 250,
      author: index % 2 ? 'visitor' : 'agent',
      author_name: null,
      photos: [],
      message_type: index % 2 ? 'incoming' : 'outgoing',
      content: `Message ${index}`,
      created_at: '2026-11-20T15:00:00.000Z',
    }))
    await openChat(visitor)
    await expect(bubbles(visitor)).toHaveCount(1)
    await visitor.route(
      `${api}/api/v1/widget/conversations/*`,
      changeAnswer(({ messages, ...rest }) => ({ ...rest, messages: [...old, ...(messages as [])] })),
    )
    await visitor.reload()
    await expect(bubbles(visitor).last()).toContainText("I'm Fern")
    await expect(bubbles(visitor).last()).toBeInViewport()
    await expect(bubbles(visitor)).toHaveCount(100)

    const first = visitor.getByText('Message 0', { exact: true })
    await expect(async () => {
      await visitor.getByRole('region', { name: 'Messages' }).evaluate((scroller) => scroller.scrollTo(0, 0))
      await expect(first).toBeInViewport({ timeout: 100 })
    }).toPass()
    await expect(visitor.getByRole('button', { name: 'Show earlier messages' })).toBeHidden()
    await expect(bubbles(visitor)).toHaveCount(251)
    const texts = await bubbles(visitor).locator('.bubble').allTextContents()
    expect(texts.slice(0, 250)).toEqual(old.map(({ content }) => content))

    await say(visitor, 'mowing', 'And your name?')
    await expect(bubbles(visitor).last()).toBeInViewport()
  })

  test('sends messages written offline when back online', async ({ visitor, expectedErrors }) => {
    // The stream can try to resume before the browser knows that it is offline.
    expectedErrors.push(/ERR_INTERNET_DISCONNECTED/)
    await openChat(visitor)
    await expect(bubbles(visitor)).toHaveCount(1)
    await visitor.context().setOffline(true)
    await message(visitor).fill('mowing')
    await visitor.getByRole('button', { name: 'Send message' }).click()
    await expect(visitor.getByRole('status')).toContainText('You are offline')
    await expect(bubbles(visitor).last()).toContainText('Waiting to be sent')
    await visitor.context().setOffline(false)
    await expect(bubbles(visitor).last()).toContainText('And your name?')
    await expect(visitor.getByText('Waiting to be sent')).toHaveCount(0)
  })

  test('says why a message waits and when it is sent again', async ({ visitor, expectedErrors }) => {
    expectedErrors.push(/429/)
    const messages = `${api}/api/v1/widget/conversations/*/messages`
    await openChat(visitor)
    await expect(bubbles(visitor)).toHaveCount(1)
    await visitor.route(messages, (route) =>
      route.fulfill({
        status: 429,
        headers: {
          'access-control-allow-origin': '*',
          'access-control-expose-headers': 'Retry-After',
          'retry-after': '25',
        },
        json: { message: 'Too many messages at once. Please wait a moment and try again' },
      }),
    )
    for (const text of ['mowing', 'twice a month']) {
      await message(visitor).fill(text)
      await message(visitor).press('Enter')
    }
    await expect(bubbles(visitor).nth(1)).toContainText(
      'Too many messages at once. Trying again within 25 seconds.',
    )
    await expect(bubbles(visitor).last()).toContainText('Waiting to be sent')
  })

  test('says what to do when too many chats have come from the network', async ({
    visitor,
    expectedErrors,
  }) => {
    expectedErrors.push(/429/)
    await visitor.route(`${api}/api/v1/widget/*/conversations`, (route) =>
      route.fulfill({
        status: 429,
        headers: { 'access-control-allow-origin': '*' },
        json: {
          message: 'There was too much activity from your network. Please try again later, or call us',
        },
      }),
    )
    await openChat(visitor)
    await expect(visitor.getByRole('status')).toContainText('Please try again later, or call us.')
  })

  test('keeps the unsent messages of two tabs, and sends them from the remaining one', async ({
    visitor,
    expectedErrors,
  }) => {
    // The stream can try to resume before the browser knows that it is offline.
    expectedErrors.push(/ERR_INTERNET_DISCONNECTED/)
    const context = visitor.context()
    await openChat(visitor)
    await expect(bubbles(visitor)).toHaveCount(1)
    const other = await context.newPage()
    await openChat(other)
    await expect(bubbles(other)).toHaveCount(1)
    await context.setOffline(true)
    for (const [tab, text] of [
      [visitor, 'mowing'],
      [other, 'and the hedges'],
      [visitor, 'twice a month'],
    ] as const) {
      await message(tab).fill(text)
      await message(tab).press('Enter')
      await expect(bubbles(tab).last()).toContainText('Waiting to be sent')
    }
    await other.close()
    await visitor.close()
    await context.setOffline(false)
    const later = await context.newPage()
    await openChat(later)
    const messages = later.getByRole('listitem')
    for (const text of ['mowing', 'and the hedges', 'twice a month']) {
      await expect(messages.filter({ hasText: text }).first()).toBeVisible()
    }
    await expect(later.getByText(/Waiting to be sent|Sending/)).toHaveCount(0)
    await later.reload()
    for (const text of ['mowing', 'and the hedges', 'twice a month']) {
      await expect(messages.filter({ hasText: text }).first()).toBeVisible()
    }
  })

  test('stores a message once if its response was lost, and shows a refusal with its reason', async ({
    visitor,
    expectedErrors,
  }) => {
    const messages = `${api}/api/v1/widget/conversations/*/messages`
    expectedErrors.push(/ERR_FAILED/)
    let lost = 0
    await visitor.route(messages, async (route) => {
      if (lost++ > 0) return route.continue()
      await route.fetch()
      await route.abort()
    })
    await openChat(visitor)
    await say(visitor, 'mowing', 'And your name?')
    expect(lost).toBe(2)
    await visitor.reload()
    await expect(bubbles(visitor)).toHaveCount(3)

    await visitor.unroute(messages)
    expectedErrors.push(/400/)
    await visitor.route(messages, (route) =>
      route.fulfill({
        status: 400,
        headers: { 'Access-Control-Allow-Origin': '*' },
        json: { message: 'Text contains characters that cannot be stored' },
      }),
    )
    await message(visitor).fill('odd')
    await message(visitor).press('Enter')
    await expect(visitor.getByRole('alert')).toContainText('Not sent. Text contains characters')
    await visitor.getByRole('button', { name: 'Remove' }).click()
    await expect(bubbles(visitor)).toHaveCount(3)
  })

  test('works if the browser blocks storage', async ({ visitor }) => {
    await visitor.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('Forbidden', 'SecurityError')
        },
      })
    })
    await openChat(visitor)
    await say(visitor, 'mowing', 'And your name?')
  })

  test('shows that the agent answers while the business is closed, and when that opens', async ({
    visitor,
  }) => {
    await visitor.clock.setFixedTime(new Date('2026-11-22T17:00:00Z'))
    await openChat(visitor)
    const closed = visitor.getByText("We're closed right now.", { exact: false })
    await expect(visitor.getByText('Online now · office opens tomorrow at 8 AM')).toBeVisible()
    await expect(closed).toBeVisible()
    await say(visitor, 'corte de césped, por favor', 'Entendido')
    await expect(visitor.getByText('En línea · la oficina abre mañana a las 8 a.m.')).toBeVisible()
    await expect(closed).toBeHidden()
    await visitor.clock.setFixedTime(new Date('2026-11-23T17:00:00Z'))
    await visitor.reload()
    await expect(visitor.getByText('Fern · Suele responder en pocos minutos')).toBeVisible()
    await expect(closed).toBeHidden()
  })
})

test.describe('the embedded widget', () => {
  test('works on a page with a strict policy and hostile styles, also by keyboard', async ({ visitor }) => {
    await openShop(visitor, `<input aria-label="Search">${snippet(GREEN)}${snippet(GREEN)}`)
    const launcher = visitor.getByRole('button', { name: /^Chat with us: / })
    await expect(launcher).toHaveCount(1)
    await expect(launcher).toHaveAttribute('aria-expanded', 'false')
    await launcher.focus()
    await visitor.keyboard.press('Enter')
    const chat = visitor.frameLocator('fieldhand-widget iframe')
    await expect(message(chat)).toBeFocused()
    // In Safari, the Enter that ends a composition is only recognizable by its code.
    await message(chat).fill('にほん')
    await message(chat).dispatchEvent('keydown', { key: 'Enter', keyCode: 229 })
    await expect(message(chat)).toHaveValue('にほん')
    await say(chat, 'mowing', 'And your name?')
    await visitor.keyboard.press('Escape')
    await expect(chat.getByRole('log')).toBeHidden()
    await expect(launcher).toBeFocused()

    // The page's scripts don't take the focus from the page's fields.
    await visitor.getByLabel('Search').focus()
    await visitor.evaluate(() => {
      const { fieldhand } = window as unknown as {
        fieldhand: { open(options: { focus: boolean }): void; close(): void }
      }
      fieldhand.open({ focus: false })
      fieldhand.close()
    })
    await expect(visitor.getByLabel('Search')).toBeFocused()
    expect(
      await visitor.evaluate(() => Object.keys(window).filter((name) => /fieldhand/i.test(name))),
    ).toEqual(['fieldhand'])
  })

  test('supports two organizations side by side, each with its own conversation', async ({ visitor }) => {
    const style = '<style nonce="own">:root { --fieldhand-bottom: 90px }</style>'
    await openShop(visitor, style + snippet(GREEN) + snippet('org_rivalmowing'))
    const launchers = visitor.getByRole('button', { name: /: / })
    await expect(launchers).toHaveCount(2)
    const [first, second] = await Promise.all([
      launchers.first().boundingBox(),
      launchers.last().boundingBox(),
    ])
    expect(Math.abs((first?.x ?? 0) - (second?.x ?? 0))).toBeGreaterThanOrEqual(60)

    const { height = 0 } = visitor.viewportSize() ?? {}
    expect(first?.y).toBe(height - 150)
    await launchers.first().click()
    const chat = await visitor.locator('fieldhand-widget iframe').boundingBox()
    expect((chat?.y ?? 0) + (chat?.height ?? 0)).toBe(height - 162)
  })

  test("fills a phone's screen and shifts nothing on the page", async ({ visitor }) => {
    await visitor.setViewportSize({ width: 390, height: 844 })
    await openShop(visitor, snippet(GREEN))
    await visitor.getByRole('button', { name: /^Chat with us: / }).click()
    const frame = visitor.locator('fieldhand-widget iframe')
    expect(await frame.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 })
    const shift = await visitor.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let sum = 0
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries())
              sum += (entry as PerformanceEntry & { value: number }).value
          }).observe({ type: 'layout-shift', buffered: true })
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)))
        }),
    )
    expect(shift).toBe(0)
    await visitor.setViewportSize({ width: 844, height: 390 })
    expect(await frame.boundingBox()).toEqual({ x: 0, y: 0, width: 844, height: 390 })

    // The on-screen keyboard covers the page, and the browser scrolls to the input.
    await visitor.evaluate(() => {
      if (!visualViewport) return
      Object.defineProperties(visualViewport, { height: { value: 200 }, offsetTop: { value: 120 } })
      visualViewport.dispatchEvent(new Event('resize'))
    })
    expect(await frame.boundingBox()).toEqual({ x: 0, y: 120, width: 844, height: 200 })
  })

  test("can be closed on a phone if the chat doesn't load, and loads when it is opened again", async ({
    visitor,
  }) => {
    await visitor.setViewportSize({ width: 390, height: 844 })
    await visitor.route(/chat\.html/, (route) => route.abort(), { times: 1 })
    await openShop(visitor, snippet(GREEN))
    const launcher = visitor.getByRole('button', { name: /^Chat with us: / })
    const close = visitor.getByRole('button', { name: 'Close chat' })
    await launcher.click()
    await close.click()
    await launcher.click()
    await expect(message(visitor.frameLocator('fieldhand-widget iframe'))).toBeFocused()
    await expect(close).toBeHidden()
  })
})

test('an unknown organization has neither a chat nor a widget', async ({ visitor, expectedErrors }) => {
  expectedErrors.push(/404/)
  await visitor.goto(`${widget}/chat.html?org_id=org_nobody`)
  await expect(visitor.getByRole('alert')).toHaveText('There is no chat for this organization.')
  await expect(message(visitor)).toBeHidden()
  await visitor.goto(`${widget}/chat.html`)
  await expect(visitor.getByRole('alert')).toHaveText('No organization is named in this address.')

  const refused = visitor.waitForResponse(/\/config$/)
  await openShop(visitor, snippet('org_nobody'))
  await refused
  await expect(visitor.getByRole('button')).toHaveCount(0)
})

test.describe('the preview', () => {
  const src = `${widget}/preview.html?org_id=${GREEN}`

  /** Frames the preview in a page of the console's origin. */
  async function framePreview(page: Page) {
    await page.goto(`${consoleOrigin}/healthz`)
    await page.evaluate(async (address) => {
      const frame = document.createElement('iframe')
      frame.src = address
      frame.width = '900'
      frame.height = '700'
      const loaded = new Promise((done) => frame.addEventListener('load', done))
      document.body.append(frame)
      await loaded
    }, src)
    return page.frameLocator('iframe')
  }

  const post = (page: Page, action: string) =>
    page.evaluate((data) => frames[0]?.postMessage(data, '*'), { action })

  test("opens the widget and forgets the visitor on the console's request", async ({ visitor }) => {
    const preview = await framePreview(visitor)
    const chat = preview.frameLocator('fieldhand-widget iframe')
    await expect(preview.getByRole('button', { name: /^Chat with us/ })).toBeVisible()
    await expect(bubbles(chat)).toHaveCount(0)
    await post(visitor, 'autoOpenWidget')
    await expect(bubbles(chat)).toHaveCount(1)
    await say(chat, 'mowing', 'And your name?')
    await chat.getByRole('button', { name: 'Close chat' }).click()
    await expect(conversation(chat)).toBeHidden()
    await post(visitor, 'autoOpenWidget')
    await expect(bubbles(chat)).toHaveCount(3)
    await post(visitor, 'clearUserData')
    await expect(bubbles(chat)).toHaveCount(1)
  })

  test('cannot be framed by another site', async ({ visitor, expectedErrors }) => {
    expectedErrors.push(/frame-ancestors|Framing/)
    const refused = visitor.waitForEvent('console', (entry) => /frame-ancestors/.test(entry.text()))
    await openShop(visitor, `<iframe src="${src}"></iframe>`)
    await refused
    await expect(visitor.frameLocator('iframe').getByRole('heading')).toHaveCount(0)
  })
})

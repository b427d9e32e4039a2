import { chatOf, message, say, snippetOf } from '../support/chat.ts'
import { expect, test } from '../support/e2e.ts'
import { openHostPage } from '../support/host-page.ts'
import { GREEN } from '../support/organizations.ts'

for (const viewport of [null, 'width=1024', 'width=device-width, initial-scale=1']) {
  test(`the chat is readable on a page with the viewport ${viewport}`, async ({ visitor }) => {
    await openHostPage(visitor, { viewport, body: `<h1>A shop</h1><p>Goods</p>${snippetOf(GREEN)}` })
    const launcher = visitor.getByRole('button', { name: /^Chat with us: / })
    await expect(launcher).toBeVisible()
    const screen = await visitor.evaluate(() => {
      const { width = 0, scale = 1 } = visualViewport ?? {}
      return { width: width * scale, scale }
    })
    const button = await launcher.boundingBox()
    expect((button?.height ?? 0) * screen.scale).toBeGreaterThan(58)

    await launcher.tap()
    await say(chatOf(visitor), 'mowing', 'And your name?')
    // The chat fills the screen, and its pixels are the screen's.
    const box = await visitor.locator('fieldhand-widget iframe').boundingBox()
    expect((box?.width ?? 0) * screen.scale).toBeCloseTo(screen.width, 0)
    const inside = await message(chatOf(visitor)).evaluate((field) => ({
      width: innerWidth,
      font: Number.parseFloat(getComputedStyle(field).fontSize),
    }))
    expect(inside.width).toBeCloseTo(screen.width, 0)
    expect(inside.font * ((box?.width ?? 0) / inside.width) * screen.scale).toBeGreaterThanOrEqual(15.5)
  })
}

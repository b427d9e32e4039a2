import type { BrowserContext } from '@playwright/test'

/** Lets Playwright access the widget, because its locators can't reach into closed shadow roots. */
export async function openShadowRoots(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const { attachShadow } = Element.prototype
    Element.prototype.attachShadow = function (options) {
      return attachShadow.call(this, { ...options, mode: 'open' })
    }
  })
}

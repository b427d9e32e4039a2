import type { BrowserContext } from '@playwright/test'

/** Lets Playwright look into the widget: its locators do not reach into closed shadow roots. */
export async function openShadowRoots(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const { attachShadow } = Element.prototype
    Element.prototype.attachShadow = function (options) {
      return attachShadow.call(this, { ...options, mode: 'open' })
    }
  })
}

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContextOptions, chromium, type Locator, type Page } from '@playwright/test'
import { openShadowRoots } from '../tests/support/open-shadow-roots.ts'
import { SCENES } from '../tests/support/scenes.ts'
import { OWNER, signInByRequest } from '../tests/support/sign-in.ts'
import { CHROMIUM_FLAGS, ensureLightBrowser } from './lib/browser.ts'
import { ROOT } from './lib/files.ts'
import { TEST_ORIGINS } from './lib/test-console.ts'
import { startServerProcess } from './lib/test-server.ts'
import { explain } from './lib/usage.ts'

/**
 * `npm run screenshots`: takes the README's screenshots of the demo data and stores them in `docs/screenshots/` or
 * another folder.
 */

explain(`Usage: npm run screenshots [-- FOLDER]

Takes the README's screenshots of the demo data, by default into docs/screenshots/.
`)

const FOLDER = process.argv[2] ?? join(ROOT, 'docs', 'screenshots')
const DESK: BrowserContextOptions = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 2 }
const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
}

interface Picture {
  file: string
  scene: string
  options: BrowserContextOptions
  /** The element that appears last in the scene. */
  last?: (page: Page) => Locator
}

const greeting = (page: Page) =>
  page
    .frameLocator('iframe[title="Widget preview"]')
    .frameLocator('fieldhand-widget iframe')
    .getByRole('log')
    .getByRole('listitem')

const PICTURES: Picture[] = [
  { file: 'dashboard.png', scene: 'dashboard', options: DESK },
  { file: 'dashboard-dark.png', scene: 'dashboard', options: { ...DESK, colorScheme: 'dark' } },
  { file: 'leads.png', scene: 'lead beside the list', options: DESK },
  { file: 'settings-dark.png', scene: 'settings, folded', options: { ...DESK, colorScheme: 'dark' } },
  { file: 'playground.png', scene: 'playground', options: DESK, last: greeting },
  { file: 'leads-phone.png', scene: 'leads', options: PHONE },
  { file: 'lead-phone.png', scene: 'lead page', options: PHONE },
]

const server = await startServerProcess()
const browser = await chromium.launch({
  executablePath: process.env.E2E_BROWSER ?? ensureLightBrowser(),
  args: CHROMIUM_FLAGS,
})
try {
  mkdirSync(FOLDER, { recursive: true })
  for (const { file, scene, options, last } of PICTURES) {
    const context = await browser.newContext({
      ...options,
      baseURL: TEST_ORIGINS.console,
      timezoneId: 'America/New_York',
    })
    await signInByRequest(context.request, OWNER)
    await openShadowRoots(context)
    const page = await context.newPage()
    await SCENES.find(({ name }) => name === scene)?.open(page)
    await last?.(page).first().waitFor()
    await page.waitForFunction(
      () =>
        !document.querySelector('astro-island[ssr]') &&
        [...document.querySelectorAll('.skeleton')].every((piece) => !piece.checkVisibility()),
    )
    await page.screenshot({ path: join(FOLDER, file), animations: 'disabled' })
    await context.close()
  }
} finally {
  await browser.close()
  server.stop()
}

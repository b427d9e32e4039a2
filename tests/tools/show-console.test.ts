import { execFile, spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { CHROMIUM_FLAGS, testBrowser } from '../../scripts/lib/browser.ts'
import { ROOT } from '../../scripts/lib/files.ts'
import { TEST_ORIGINS, testEnv } from '../../scripts/lib/test-console.ts'

const env = { ...process.env, NODE_OPTIONS: '' }

/** On a busy machine, each takes half a minute. */
const LONGEST = 180_000

/** Runs a script that serves the console, at most until the test ends. Returns a function that stops it. */
function show(script: string, variables = process.env): () => Promise<void> {
  const child = spawn(process.execPath, [script], {
    cwd: ROOT,
    // Astro's server responds differently if Vitest has started it.
    env: { ...variables, NODE_OPTIONS: '', VITEST: '' },
    stdio: 'ignore',
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const stop = async () => {
    child.kill()
    await ended
  }
  onTestFinished(stop)
  return stop
}

test('screenshots takes every picture of the README', { timeout: LONGEST }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'screenshots-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await promisify(execFile)(process.execPath, ['scripts/screenshots.ts', folder], { cwd: ROOT, env })

  const readme = await readFile(join(ROOT, 'README.md'), 'utf8')
  const shown = new Set([...readme.matchAll(/docs\/screenshots\/([\w-]+\.png)/g)].map(([, file]) => file))
  expect(new Set(await readdir(folder))).toEqual(shown)
  for (const file of shown) {
    const { width, height } = await sharp(join(folder, String(file))).metadata()
    expect([file, width, height]).toEqual([file, ...(file?.includes('phone') ? [780, 1688] : [2560, 1600])])
  }
})

test('scenes serves an index, and opens each screen in the state that is listed', {
  timeout: LONGEST,
}, async () => {
  show('scripts/scenes.ts')
  const index = async () => (await fetch(`${TEST_ORIGINS.console}/scenes`)).text()
  await expect.poll(() => index().catch(() => ''), { timeout: LONGEST }).toContain('<a href=')
  const links = [...(await index()).matchAll(/<a href="([^"]+)"/g)].map(([, href = '']) => href)
  expect(links.length).toBeGreaterThan(20)
  const statuses = await Promise.all(
    links.map(
      async (href) => (await fetch(new URL(href, TEST_ORIGINS.console), { redirect: 'manual' })).status,
    ),
  )
  expect(statuses.filter((status) => ![200, 302, 303].includes(status))).toEqual([])

  const browser = await chromium.launch({ executablePath: testBrowser(), args: CHROMIUM_FLAGS })
  onTestFinished(() => browser.close())
  const page = await browser.newPage()
  for (const [id, text] of [
    ['org_sceneended', '12 total leads'],
    ['org_sceneone', '1 total lead'],
  ] as const) {
    await page.goto(`${TEST_ORIGINS.console}/scenes/open?organization=${id}&theme=light&path=%2F`)
    await page.getByRole('link', { name: text, exact: true }).waitFor()
  }
})

test('dev shows the sources, also in a browser that has installed the built console', {
  // Two servers start, one after the other.
  timeout: 2 * LONGEST,
}, async () => {
  const browser = await chromium.launch({ executablePath: testBrowser(), args: CHROMIUM_FLAGS })
  onTestFinished(() => browser.close())
  const page = await browser.newPage()
  const url = `${TEST_ORIGINS.console}/sign-up`
  const isServed = () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )

  const stopBuilt = show('dev/main.ts', testEnv())
  await expect.poll(isServed, { timeout: LONGEST }).toBe(true)
  await page.goto(url)
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/sw.js')
    await navigator.serviceWorker.ready
  })
  await stopBuilt()

  const { port } = new URL(TEST_ORIGINS.console)
  show('scripts/dev.ts', { ...testEnv(), DEV_SERVER_PORT: String(Number(port) + 9) })
  await expect.poll(isServed, { timeout: LONGEST }).toBe(true)
  await page.goto(url)
  await page.locator('script[src*="@vite"]').waitFor({ state: 'attached', timeout: LONGEST })
})

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync, symlinkSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { type Browser, chromium } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { replaceInlineScripts } from '../../scripts/build/inline-scripts.ts'
import { keptFiles } from '../../scripts/build/kept-files.ts'
import { PLACEHOLDERS } from '../../scripts/build/placeholders.ts'
import { scriptHashes } from '../../scripts/build/security-headers.ts'
import { CHROMIUM_FLAGS, testBrowser } from '../../scripts/lib/browser.ts'
import { buildConsole, isBuilt } from '../../scripts/lib/console-build.ts'
import { ROOT } from '../../scripts/lib/files.ts'
import { fillConsole } from '../../scripts/lib/fill-console.ts'
import { TEST_CONSOLE, TEST_ORIGINS, testEnv } from '../../scripts/lib/test-console.ts'
import { assembleImage } from '../support/image-files.ts'
import { freePorts, runProgram } from '../support/program.ts'
import { OWNER, signInByRequest } from '../support/sign-in.ts'

const TEMPLATE = '.cache/image-console'
const LONGEST = 300_000
const PLACEHOLDER = /__(?:PUBLIC|SESSION)_[A-Z_]+?__|pk_live_other|other\.example/

/** Only what is required, and other values than those of the server under test. */
const OTHER = {
  PUBLIC_API_URL: 'https://api.other.example',
  PUBLIC_WIDGET_URL: 'https://widget.other.example/',
  PUBLIC_CLERK_PUBLISHABLE_KEY: `pk_live_${Buffer.from('clerk.other.example$').toString('base64')}`,
}

let folder = ''
let filled = ''
beforeAll(async () => {
  const env = { ...process.env, ...PLACEHOLDERS }
  if (!isBuilt(TEMPLATE, env)) expect(await buildConsole(TEMPLATE, env, { quiet: true })).toBe(0)
  folder = await mkdtemp(join(tmpdir(), 'image-console-'))
  filled = join(folder, 'console')
  // A container starts again with other values.
  await fillConsole(join(ROOT, TEMPLATE), filled, OTHER)
  await fillConsole(join(ROOT, TEMPLATE), filled, testEnv())
}, LONGEST)
afterAll(() => rm(folder, { recursive: true, force: true }))

const filesOf = (root: string) =>
  globSync('**/*', { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

/**
 * A page without what differs between builds: the names of fingerprinted files, and inline scripts, in which the build
 * may use a value in another place.
 */
const comparable = (html: string) =>
  replaceInlineScripts(html.replace(/<script>globalThis\.fieldhandValues=.*?<\/script>/, ''), () => '')
    // A hash of the island's name, file, and values.
    .replace(/ uid="\w+"/g, '')
    .replace(/ data-build="[^"]*"/g, '')
    .replace(/ data-files='[^']*'/g, '')
    .replace(/<link rel="(?:modulepreload|stylesheet)"[^>]*>/g, '')
    .replace(/(\/_astro\/[\w.-]*?)\.[\w-]{8}\.(js|css)/g, '$1.$2')

describe('the console of the image', () => {
  test('has no placeholder and no earlier value, also in compressed files', async () => {
    const paths = filesOf(filled)
    expect(paths.length).toBeGreaterThan(100)
    const found = paths.filter((path) => {
      const content = readFileSync(path)
      const text = path.endsWith('.br')
        ? brotliDecompressSync(content)
        : path.endsWith('.gz')
          ? gunzipSync(content)
          : content
      return PLACEHOLDER.test(text.toString('latin1'))
    })
    expect(found).toEqual([])
  })

  test('has current compressed files, hashes of scripts, and revisions', async () => {
    const headers = await readFile(join(filled, '_headers'), 'utf8')
    const worker = await readFile(join(filled, 'sw.js'), 'utf8')
    for (const page of globSync('**/*.html', { cwd: filled })) {
      const html = await readFile(join(filled, page), 'utf8')
      expect(brotliDecompressSync(await readFile(join(filled, `${page}.br`))).toString()).toBe(html)
      expect(gunzipSync(await readFile(join(filled, `${page}.gz`))).toString()).toBe(html)
      for (const hash of scriptHashes(html))
        expect([page, headers.includes(`'${hash}'`)]).toEqual([page, true])
    }
    expect(headers.match(/Content-Security-Policy: default/g)).toHaveLength(1)
    for (const { url, revision } of await keptFiles(filled))
      expect([url, worker.includes(revision ?? url)]).toEqual([url, true])
  })

  test('has the pages of a build with the same variables', async () => {
    for (const page of globSync('*.html', { cwd: filled }).filter((name) => name !== 'sign-up.html')) {
      const [image, build] = await Promise.all(
        [filled, join(ROOT, TEST_CONSOLE)].map(async (root) =>
          comparable(await readFile(join(root, page), 'utf8')),
        ),
      )
      expect(image, page).toBe(build)
    }
  })

  test('offers no chat without its variables, and tells pages with other values apart', async () => {
    const other = join(folder, 'other')
    await fillConsole(join(ROOT, TEMPLATE), other, OTHER)
    const [own, others] = await Promise.all(
      [filled, other].map((root) => readFile(join(root, 'agent.html'), 'utf8')),
    )
    expect([own, others].map((html) => html?.includes(' data-chat '))).toEqual([true, false])
    expect(others).toContain('&quot;supportChatUrl&quot;:[0,null]')
    expect(others).toContain('https://clerk.other.example/v1/client?')
    const buildOf = (html = '') => /data-build="([^"]+)"/.exec(html)?.[1]
    expect(buildOf(own)).not.toBe(buildOf(others))
    expect(await readFile(join(other, '_headers'), 'utf8')).toContain('https://clerk.other.example')
  })

  test('works in a browser, with its policy and its service worker', { timeout: LONGEST }, async () => {
    const server = runProgram('dev/main.ts', [], {
      ...(testEnv() as Record<string, string>),
      DIST_FOLDER: filled,
    })
    onTestFinished(async () => {
      server.child.kill()
      await server.ended
    })
    const isServed = () =>
      fetch(`${TEST_ORIGINS.api}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      )
    await expect.poll(isServed, { timeout: LONGEST }).toBe(true)
    const browser: Browser = await chromium.launch({ executablePath: testBrowser(), args: CHROMIUM_FLAGS })
    onTestFinished(() => browser.close())
    const context = await browser.newContext({ baseURL: TEST_ORIGINS.console })
    const trouble: string[] = []
    context.on('weberror', (error) => trouble.push(error.error().message))
    context.on('console', (message) => {
      if (message.type() === 'error') trouble.push(message.text())
    })
    await signInByRequest(context.request, OWNER)
    const page = await context.newPage()
    await page.goto('/leads')
    await page.getByText('1-20 of 60 leads').waitFor()
    await page.evaluate(async () => {
      await navigator.serviceWorker.register('/sw.js')
      await navigator.serviceWorker.ready
    })
    await page.goto('/agent')
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.evaluate('globalThis.fieldhandValues.PUBLIC_API_URL')).toBe(TEST_ORIGINS.api)
    await page.evaluate('loadSession()')
    await expect.poll(() => page.evaluate('Boolean(globalThis.Clerk?.loaded)')).toBe(true)
    expect(trouble).toEqual([])
  })
})

test("the image's Caddy serves the filled console, and names what is missing", {
  timeout: LONGEST,
}, async (test) => {
  if (spawnSync('caddy', ['version']).status !== 0) return test.skip('Not installed: apt-get install caddy')
  const image = join(folder, 'image')
  assembleImage(image)
  symlinkSync(join(ROOT, TEMPLATE), join(image, 'dist'))
  const [site, admin] = await freePorts(2)
  const origin = `http://127.0.0.1:${site}`
  const start = (env: Record<string, string>) =>
    spawn('sh', ['deploy/web.sh', '127.0.0.1:9'], {
      cwd: image,
      env: { PATH: process.env.PATH, TMPDIR: image, HOME: image, CADDY_ADMIN: `127.0.0.1:${admin}`, ...env },
    })
  const lacking = start({ CONSOLE_ADDRESS: origin, WIDGET_ADDRESS: 'http://widget.localhost' })
  expect(await text(lacking.stderr)).toMatch(/^PUBLIC_API_URL is not set\.\n/)
  const web = start({ CONSOLE_ADDRESS: origin, WIDGET_ADDRESS: `http://widget.localhost:${site}`, ...OTHER })
  const ended = once(web, 'exit')
  onTestFinished(async () => {
    web.kill()
    await ended
  })
  const leads = () => fetch(`${origin}/leads`).then((answer) => answer.text(), String)
  await expect.poll(leads, { timeout: LONGEST }).toContain('"PUBLIC_API_URL":"https://api.other.example"')
})

test.each([
  [
    {},
    /^PUBLIC_API_URL is not set\.\nPUBLIC_WIDGET_URL is not set\.\nPUBLIC_CLERK_PUBLISHABLE_KEY is not set\./,
  ],
  [{ PUBLIC_API_URL: 'api.example.com' }, /^PUBLIC_API_URL must be an address/],
  [{ PUBLIC_CLERK_PUBLISHABLE_KEY: 'pk_live_' }, /is not a publishable key/],
  [{ PUBLIC_HELP_URL: 'https://a.example/"><script>' }, /^PUBLIC_HELP_URL contains a character/],
  [{ PUBLIC_SALES_EMAIL: 'sales' }, /^PUBLIC_SALES_EMAIL must be an email address/],
  [{ PUBLIC_GTM_ID: 'UA-1' }, /^PUBLIC_GTM_ID must look like/],
])('a start with %j says what is wrong, and changes nothing', async (given, message) => {
  const env = Object.keys(given).length > 0 ? { ...OTHER, ...given } : {}
  await expect(fillConsole(join(ROOT, TEMPLATE), filled, env)).rejects.toThrow(message)
  expect(await readFile(join(filled, 'sw.js'), 'utf8')).toContain(TEST_ORIGINS.api)
})

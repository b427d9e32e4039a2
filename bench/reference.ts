import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { appendFile, glob } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { Hono } from 'hono'
import { build } from 'vite'
import { createSite } from '../dev/cdn/app.ts'
import { type LocalServer, serveLocally } from '../dev/lib/serve.ts'
import { compressFile } from '../scripts/build/precompress.ts'
import { ROOT } from '../scripts/lib/files.ts'
import { readConfig } from '../server/app/config.ts'
import { PHONE, settle, slowDown } from './phone.ts'
import type { Row } from './reference/page.tsx'

/**
 * The bytes that a cold visit transfers without headers: about as many as the console's dashboard. The number is fixed,
 * so that a heavier dashboard is slower than the reference page.
 */
const BYTES = 213_000

const FOLDER = join(ROOT, '.cache', 'reference')

const ROWS: Row[] = Array.from({ length: 20 }, (_, index) => ({
  name: `Customer ${index}`,
  email: `customer-${index}@example.com`,
  note: 'Wants an estimate for the lawn and the hedge',
}))

const CONTENT = { selector: 'main', text: `${ROWS.length} rows` }

/** Returns a comment that does not compress to fewer than `bytes`, which costs transfer but no execution. */
const padding = (bytes: number) =>
  `\n/*${createHash('shake256', { outputLength: bytes }).digest('base64')}*/\n`

/** Builds the page with a Brotli file next to each file, as the console has, and pads the script. */
async function buildReference(): Promise<void> {
  await build({
    configFile: false,
    root: join(ROOT, 'bench', 'reference'),
    logLevel: 'error',
    // The folder whose files the server declares immutable.
    build: { outDir: FOLDER, emptyOutDir: true, assetsDir: '_astro', modulePreload: false },
  })
  let bytes = JSON.stringify(ROWS).length
  let script = ''
  for await (const name of glob('**/*.{html,css,js}', { cwd: FOLDER })) {
    const path = join(FOLDER, name)
    await compressFile(path)
    bytes += statSync(`${path}.br`).size
    if (name.endsWith('.js')) script = path
  }
  await appendFile(script, padding(BYTES - bytes))
  await compressFile(script)
}

/**
 * Builds the reference page, React without features, and serves it with its API like the console. Times divided by
 * those of this page are comparable between machines.
 */
export async function startReference(): Promise<LocalServer> {
  await buildReference()
  const server = new Hono()
  server.get('/api/rows', (c) => c.json(ROWS))
  server.route('/', createSite({ config: { ...readConfig({}), distFolder: FOLDER } }))
  return serveLocally(server)
}

/** Milliseconds until the reference page's rows are visible, on a first and on a second visit. */
export interface ReferenceTimes {
  cold: number
  warm: number
}

/** Visits the reference page on the phone, with an empty cache and again. */
export async function visitReference(browser: Browser, url: string): Promise<ReferenceTimes> {
  const context = await browser.newContext({ viewport: PHONE.viewport })
  const visit = async () => {
    const page = await context.newPage()
    await slowDown(await context.newCDPSession(page))
    await page.goto(url, { waitUntil: 'commit' })
    const { content } = await settle(page, CONTENT)
    await page.close()
    return content
  }
  const cold = await visit()
  const warm = await visit()
  await context.close()
  return { cold, warm }
}

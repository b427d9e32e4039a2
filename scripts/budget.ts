import { existsSync, readdirSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { ROOT } from './lib/files.ts'
import { weighPage } from './lib/page-weight.ts'

/** Most kB (1,000 bytes, brotli) of a page's own code. Clerk's bundles and the API's answers are not included. */
const JS_BUDGET: Record<string, number> = {
  // React, which renders the cards, accounts for 58 of these; reading other APIs' answers for 4.
  '/': 130,
  '/lead': 145,
  '/sign-up': 30,
  '/leads': 155,
  '/agent': 190,
  '/playground': 190,
}
const OTHER_JS_BUDGET = 130
const CSS_BUDGET = 14
/** Includes the small style sheets, which the build puts into the page. */
const HTML_BUDGET = 9

const folder = resolve(ROOT, process.argv[2] ?? 'dist')
if (!existsSync(folder)) {
  process.stdout.write(`There is no build in ${folder}: run \`npm run build\` first, or name its folder.\n`)
  process.exit(1)
}

function routeOf(file: string): string {
  const path = file
    .split(sep)
    .join('/')
    .replace(/(^|\/)index\.html$|\.html$/, '')
  return `/${path}`
}

const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.html'))
  .sort()

let over = 0
const cell = (bytes: number, most: number) => {
  if (bytes > most * 1000) over += 1
  return `${(bytes / 1000).toFixed(1)}/${most}${bytes > most * 1000 ? ' OVER' : ''}`.padStart(16)
}

process.stdout.write(
  `${'kB brotli / budget'.padEnd(24)}${['HTML', 'CSS', 'JS', 'requests'].map((t) => t.padStart(16)).join('')}\n`,
)
for (const file of pages) {
  const route = routeOf(file)
  const { html, css, js, requests } = weighPage(folder, join(sep, file))
  const row = [cell(html, HTML_BUDGET), cell(css, CSS_BUDGET), cell(js, JS_BUDGET[route] ?? OTHER_JS_BUDGET)]
  process.stdout.write(`${route.padEnd(24)}${row.join('')}${String(requests).padStart(16)}\n`)
}
if (over) process.stdout.write(`${over} over budget: load the heavy part on intent, or import less of it.\n`)
process.exitCode = over ? 1 : 0

import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'

const ENTRY = /(?:\bsrc|component-url|renderer-url)="(\/[^"]+\.js)"/g
const STYLE = /<link rel="stylesheet" href="(\/[^"]+\.css)"/g
const STATIC_IMPORT = /(?:from|import)\s*["'](\.{1,2}\/[^"']+\.js)["']/g

/** The attribute before which a page's shell receives the version and the files of the linked pages. */
const SHELL = ' data-routes='

/** Matches the pages that the shell's links lead to. Most links to a lead open it next to the list. */
const LINKED = /^(?!404|lead\.|sign-up)/

const routeOf = (page: string) => `/${page.replace(/(^index)?\.html$/, '')}`

/**
 * Adds `<link rel="modulepreload">` for everything that a page's scripts and islands import. Without it, the browser
 * discovers each level of imports only after the previous level has arrived. Also gives each page's shell the
 * additional files of the other pages, by route, so that pressing a link loads them along with the page, and a hash of
 * all files, which tells pages of different versions apart.
 */
export function preloadIslands(): AstroIntegration {
  return {
    name: 'preload-islands',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const root = fileURLToPath(dir)
        const known = new Map<string, string[]>()
        const importsOf = (file: string) => {
          const seen = known.get(file)
          if (seen) return seen
          const path = join(root, file)
          const code = existsSync(path) ? readFileSync(path, 'utf8') : ''
          const imports = [...code.matchAll(STATIC_IMPORT)].map(([, target = '']) =>
            posix.join(posix.dirname(file), target),
          )
          known.set(file, imports)
          return imports
        }
        const pages = new Map<string, { html: string; files: Set<string> }>()
        for await (const page of glob('**/*.html', { cwd: root })) {
          const html = readFileSync(join(root, page), 'utf8')
          const files = new Set([...html.matchAll(ENTRY)].map(([, file = '']) => file))
          // A Set's iterator also visits entries added during iteration.
          for (const file of files) for (const target of importsOf(file)) files.add(target)
          const links = [...files]
            .map((file) => `<link rel="modulepreload" fetchpriority="low" href="${file}">`)
            .join('')
          for (const [, file = ''] of html.matchAll(STYLE)) files.add(file)
          pages.set(page, { html: html.replace('</head>', `${links}</head>`), files })
        }
        const all = new Set([...pages.values()].flatMap(({ files }) => [...files]))
        const build = createHash('sha256')
          .update([...all].sort().join())
          .digest('base64url')
          .slice(0, 12)
        const linked = [...pages].filter(([page]) => LINKED.test(page))
        for (const [page, { html, files: own }] of pages) {
          const others = linked.map(([name, { files }]) => [
            routeOf(name),
            [...files].filter((file) => !own.has(file)),
          ])
          const attributes = ` data-build="${build}" data-files='${JSON.stringify(Object.fromEntries(others))}'`
          writeFileSync(join(root, page), html.replace(SHELL, `${attributes}${SHELL}`))
        }
      },
    },
  }
}

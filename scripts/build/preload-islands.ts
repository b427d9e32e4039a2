import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'

const ENTRY = /(?:\bsrc|component-url|renderer-url)="(\/[^"]+\.js)"/g
const STATIC_IMPORT = /(?:from|import)\s*["'](\.{1,2}\/[^"']+\.js)["']/g

/**
 * Adds `<link rel="modulepreload">` for everything that a page's scripts and islands import. Without it, the browser
 * discovers each level of imports only after the previous level has arrived.
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
        for await (const page of glob('**/*.html', { cwd: root })) {
          const path = join(root, page)
          const html = readFileSync(path, 'utf8')
          const closure = new Set([...html.matchAll(ENTRY)].map(([, file = '']) => file))
          // A Set's iterator also visits entries added during iteration.
          for (const file of closure) for (const target of importsOf(file)) closure.add(target)
          const links = [...closure]
            .map((file) => `<link rel="modulepreload" fetchpriority="low" href="${file}">`)
            .join('')
          writeFileSync(path, html.replace('</head>', `${links}</head>`))
        }
      },
    },
  }
}

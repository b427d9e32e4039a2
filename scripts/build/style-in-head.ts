import { readFileSync, writeFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'

const STYLE = /<style\b[^>]*>[^<]*<\/style>/g

/** Moves the style elements in a page's body, where HTML doesn't allow them, to the end of its head. */
export function withStylesInHead(html: string): string {
  const end = html.indexOf('</head>')
  const body = html.slice(end)
  const styles = body.match(STYLE) ?? []
  return html.slice(0, end) + styles.join('') + body.replace(STYLE, '')
}

/** Moves the style that Astro puts before a page's first island, which is in a header on some pages. */
export function styleInHead(): AstroIntegration {
  return {
    name: 'style-in-head',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const root = fileURLToPath(dir)
        for await (const page of glob('**/*.html', { cwd: root })) {
          const path = join(root, page)
          writeFileSync(path, withStylesInHead(readFileSync(path, 'utf8')))
        }
      },
    },
  }
}

import { readFileSync, writeFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { minifySync } from 'vite'
import { replaceInlineScripts } from './inline-scripts.ts'

/** Returns a script without what only its readers need. Throws if it is not valid. */
export function minified(code: string): string {
  const { code: small, errors } = minifySync('inline.js', code, { module: false })
  if (errors.length > 0) throw new Error(`An inline script is not valid: ${errors[0]?.message}`)
  return small.trim()
}

/** Minifies the inline scripts of pages, which Astro leaves as they are. Runs before their hashes are made. */
export function minifyInline(): AstroIntegration {
  return {
    name: 'minify-inline',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const root = fileURLToPath(dir)
        for await (const page of glob('**/*.html', { cwd: root })) {
          const path = join(root, page)
          writeFileSync(path, replaceInlineScripts(readFileSync(path, 'utf8'), minified))
        }
      },
    },
  }
}

import { readFileSync, writeFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { minifySync } from 'vite'
import { replaceInlineScripts } from './inline-scripts.ts'

/** Minifies a script. Throws if it is invalid. */
export function minified(code: string): string {
  const { code: small, errors } = minifySync('inline.js', code, { module: false })
  if (errors.length > 0) throw new Error(`An inline script is not valid: ${errors[0]?.message}`)
  return small.trim()
}

/** Minifies the inline scripts in pages, which Astro doesn't change. Runs before their hashes are computed. */
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

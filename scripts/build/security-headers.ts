import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { contentPolicy } from './content-policy.ts'
import { inlineScripts } from './inline-scripts.ts'

/** The maximum line length of the strictest host (Cloudflare Pages). */
const LONGEST_LINE = 2000

/** Returns the hashes of a page's inline scripts in the policy's notation. */
export function scriptHashes(html: string): string[] {
  return inlineScripts(html).map((code) => `sha256-${createHash('sha256').update(code).digest('base64')}`)
}

/**
 * Sets the Content-Security-Policy in the first block of an export's `_headers`, `/*`, which precedes the blocks that
 * remove it for files other than documents. A single policy covers the inline scripts of all pages, because the first
 * page's policy still applies after a client-side transition. Returns the length of its line.
 */
export async function setPolicy(root: string, env: Record<string, string | undefined>): Promise<number> {
  const hashes = new Set<string>()
  for await (const page of glob('**/*.html', { cwd: root })) {
    for (const hash of scriptHashes(readFileSync(join(root, page), 'utf8'))) hashes.add(hash)
  }
  const line = `  Content-Security-Policy: ${contentPolicy(env, hashes)}`
  const path = join(root, '_headers')
  const others = readFileSync(path, 'utf8').replace(/^ {2}Content-Security-Policy: .*\n/m, '')
  writeFileSync(
    path,
    others.replace(/^\/\*\n/m, (block) => `${block}${line}\n`),
  )
  return line.length
}

/** Adds the Content-Security-Policy to the export. */
export function securityHeaders(env: Record<string, string | undefined>): AstroIntegration {
  return {
    name: 'security-headers',
    hooks: {
      'astro:build:done': async ({ dir, logger }) => {
        const length = await setPolicy(fileURLToPath(dir), env)
        if (length > LONGEST_LINE) {
          logger.warn(
            `The content security policy has ${length} characters; some hosts allow ${LONGEST_LINE}.`,
          )
        }
      },
    },
  }
}

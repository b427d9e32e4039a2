import { glob, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { AstroIntegration } from 'astro'

const compress = promisify(brotliCompress)

/**
 * Writes a `.br` file next to each exported file that compresses well, at Brotli's highest quality, for web servers
 * that serve such files. Runs last.
 */
export function precompress(): AstroIntegration {
  return {
    name: 'precompress',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const root = fileURLToPath(dir)
        const compressed: Promise<void>[] = []
        for await (const file of glob('**/*.{html,js,css,svg,webmanifest}', { cwd: root })) {
          compressed.push(compressFile(join(root, file)))
        }
        await Promise.all(compressed)
      },
    },
  }
}

/** Writes the Brotli file next to a file. */
export async function compressFile(path: string): Promise<void> {
  const content = await readFile(path)
  const options = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength } }
  await writeFile(`${path}.br`, await compress(content, options))
}

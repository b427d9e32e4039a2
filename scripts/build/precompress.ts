import { glob, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { AstroIntegration } from 'astro'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/**
 * Writes a `.br` and a `.gz` file next to each exported file that compresses well, at the highest quality, for web
 * servers that serve such files. Runs last.
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

/** Writes the Brotli and the gzip file next to a file. */
export async function compressFile(path: string): Promise<void> {
  const content = await readFile(path)
  const options = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength } }
  await Promise.all([
    writeFile(`${path}.br`, await toBrotli(content, options)),
    writeFile(`${path}.gz`, await toGzip(content, { level: constants.Z_BEST_COMPRESSION })),
  ])
}

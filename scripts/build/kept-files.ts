import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'

const FINGERPRINTED = '_astro/'

/** A file that the service worker caches. Either its name changes with its content, or it has a revision. */
interface KeptFile {
  url: string
  revision: string | null
}

/** Returns the files in an export by the URLs at which a CDN serves them, except the 404 page. */
export async function keptFiles(root: string): Promise<KeptFile[]> {
  const files: KeptFile[] = []
  for await (const path of glob('**/*.{html,js,css,svg,png,webp,woff2,webmanifest}', { cwd: root })) {
    const file = path.replaceAll('\\', '/')
    if (file === '404.html' || file === 'sw.js') continue
    const url = `/${file.replace(/(?:^|\/)index\.html$|\.html$/, '')}`
    const hash = () =>
      createHash('sha256')
        .update(readFileSync(join(root, path)))
        .digest('hex')
        .slice(0, 16)
    files.push({ url, revision: file.startsWith(FINGERPRINTED) ? null : hash() })
  }
  return files.sort((a, b) => a.url.localeCompare(b.url))
}

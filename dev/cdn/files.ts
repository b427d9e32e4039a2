import { realpathSync, type Stats, statSync } from 'node:fs'
import { join, sep } from 'node:path'

/** Configuration of the CDN, not content. */
const HIDDEN = new Set(['_headers', '_redirects'])

/** What a path leads to: a file, a page with a different canonical path, or nothing. */
export type Found = { file: string } | { canonical: string } | null

/**
 * Returns the status of the file or folder at `path`, or null if there is none. Synchronous, because passing the call to
 * a thread takes 40 times as long as the call.
 */
export function statOf(path: string): Stats | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null
  } catch {
    return null
  }
}

export const isFile = (path: string) => statOf(path)?.isFile() ?? false

/** Returns the decoded segments of a path, or null if one could leave the folder or names a hidden file. */
function segmentsOf(path: string): string[] | null {
  let decoded: string[]
  try {
    decoded = path.split('/').map(decodeURIComponent)
  } catch {
    return null
  }
  const segments = decoded.slice(1)
  const isUnsafe = (segment: string) => /[\\/\0]/.test(segment) || /^\.(?!well-known$)/.test(segment)
  return segments.some(isUnsafe) || HIDDEN.has(segments[0] ?? '') ? null : segments
}

/**
 * Finds the file for a URL path (with percent escapes): `/leads` is `leads.html` or `leads/index.html`. Each
 * page has one path, without `.html`, `/index`, or a trailing slash.
 */
export function findFile(folder: string, path: string): Found {
  const found = lookUp(folder, path)
  if (found === null || 'canonical' in found) return found
  // Symbolic links are rejected because they can lead outside the folder.
  return realpathSync.native(found.file).startsWith(realpathSync.native(folder) + sep) ? found : null
}

function lookUp(folder: string, path: string): Found {
  const segments = segmentsOf(path)
  if (segments === null) return null
  const trimmed = segments.filter((segment) => segment !== '')
  const base = join(folder, ...trimmed)
  // The first segment must not be empty: `//host` would be the address of another site.
  const canonical = `/${path.split('/').filter(Boolean).join('/')}`

  if (trimmed.length === 0) {
    const file = join(folder, 'index.html')
    return isFile(file) ? (path === '/' ? { file } : { canonical: '/' }) : null
  }
  const isPage = isFile(`${base}.html`) || isFile(join(base, 'index.html'))
  if (path !== canonical) return isPage || isFile(base) ? { canonical } : null
  if (base.endsWith('.html') && isFile(base)) {
    return { canonical: canonical.replace(/(\/index)?\.html$/, '') || '/' }
  }
  if (isFile(base)) return { file: base }
  if (isFile(`${base}.html`)) return { file: `${base}.html` }
  return isPage ? { file: join(base, 'index.html') } : null
}

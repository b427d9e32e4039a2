import { readdirSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'

/** The project's root folder. */
export const ROOT = resolve(import.meta.dirname, '../..')

const NOT_OURS = new Set(['node_modules', 'dist', 'test-results', 'playwright-report'])

/**
 * Returns the paths of all files in `folder` (relative to the project, with forward slashes, sorted), without
 * installed, built, or hidden files. Returns none if the folder is missing.
 */
export function listFiles(folder = '.'): string[] {
  const found: string[] = []
  const walk = (path: string) => {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      if (entry.name.startsWith('.') || NOT_OURS.has(entry.name)) continue
      const inside = join(path, entry.name)
      if (entry.isDirectory()) walk(inside)
      else if (entry.isFile()) found.push(relative(ROOT, inside).split(sep).join('/'))
    }
  }
  try {
    walk(join(ROOT, folder))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  return found.sort()
}

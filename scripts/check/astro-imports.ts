import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { listFiles, ROOT } from '../lib/files.ts'
import type { Check } from './check.ts'
import { markupMayImport, partOf } from './layers.ts'

const IMPORT = /\bimport\s*\(?\s*(?:type\s+)?(?:[^'"`;()]*?\bfrom\s*)?['"]([^'"]+)['"]/g

/** Returns the imports that an `.astro` file's frontmatter and scripts must not have. */
export function astroImportProblems(path: string, text: string): string[] {
  const from = partOf(path)
  if (!from) return []
  return [...text.matchAll(IMPORT)].flatMap(([, target = '']) => {
    if (!target.startsWith('.')) {
      return target === 'ky' || target.startsWith('@clerk/') ? [`${path} imports ${target}`] : []
    }
    const file = posix.join(posix.dirname(path), target)
    const to = partOf(file)
    if (!to) return file.startsWith('src/') ? [] : [`${path} imports ${file}, outside of src/`]
    return markupMayImport(from, to) ? [] : [`${path} imports ${file}: ${from} may not import ${to}`]
  })
}

/** Applies the import-direction rules to `.astro` files, which dependency-cruiser doesn't read. */
export const astroImports: Check = {
  name: 'import direction in .astro',
  async run() {
    const problems = listFiles('src')
      .filter((path) => path.endsWith('.astro'))
      .flatMap((path) => astroImportProblems(path, readFileSync(join(ROOT, path), 'utf8')))
    return { problems, advice: 'Pages hold layout, skeleton and islands; the rest belongs below them.' }
  },
}

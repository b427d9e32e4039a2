import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { type ModuleGraph, sharedFiles } from './shared-files.ts'

/** More files than come of it. */
const MOST_FILES = 80

/** Packages whose one index names parts that load apart: which of them a module needs, only the bundler knows. */
const LEFT_TO_BUNDLER = /\/node_modules\/@sentry\//

/** An import of a file of one's own, in markup or in its scripts. */
const OWN_IMPORT = /\bimport\b[^'"]*['"](\.{1,2}\/[^'"]+)['"]/g

/**
 * Puts the modules that always load together into one file. By itself the bundler also parts what each lazily loaded
 * part needs of them, though on every page that can load that part they are there already.
 */
export function mergeChunks(root: string): Plugin {
  let fileOf = new Map<string, number>()
  const groups = Array.from({ length: MOST_FILES }, (_, file) => ({
    name: 'shared',
    priority: MOST_FILES - file,
    test: (id: string) => !LEFT_TO_BUNDLER.test(id) && fileOf.get(id) === file,
  }))
  return {
    name: 'merge-chunks',
    applyToEnvironment: (environment) => environment.name === 'client',
    configEnvironment(name) {
      if (name !== 'client') return undefined
      return { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } }
    },
    buildEnd() {
      const pages = pagesByFile(root)
      const graph: ModuleGraph = new Map()
      for (const id of this.getModuleIds()) {
        const info = this.getModuleInfo(id)
        if (!info) continue
        graph.set(id, {
          imports: info.importedIds,
          loads: info.dynamicallyImportedIds,
          size: info.code?.length ?? 0,
          pages: info.isEntry ? (pages.get(id.split('?', 1)[0] ?? id) ?? new Set(['*'])) : null,
        })
      }
      fileOf = sharedFiles(graph)
    },
  }
}

/** For each file of markup, and each that markup imports: on which pages it stands. */
function pagesByFile(root: string): Map<string, Set<string>> {
  const pages = new Map<string, Set<string>>()
  for (const name of globSync('src/pages/**/*.astro', { cwd: root })) {
    const page = join(root, name)
    const files = new Set([page])
    // A Set's iterator also visits what is added on the way.
    for (const file of files) {
      pages.set(file, (pages.get(file) ?? new Set()).add(page))
      if (!file.endsWith('.astro') || !existsSync(file)) continue
      for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(OWN_IMPORT)) {
        files.add(resolve(dirname(file), target))
      }
    }
  }
  return pages
}

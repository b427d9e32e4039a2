import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { deflateSync } from 'node:zlib'
import type { Plugin } from 'vite'
import { type ModuleGraph, sharedFiles } from './shared-files.ts'

/** The maximum number of merged files. */
const MOST_FILES = 80

/** The lazily loaded modules that pages load when they are rendered or idle, without any user action. */
const UNASKED = [
  'src/islands/conversations/open-thread.tsx',
  'src/islands/leads/list/after-rendering.tsx',
  'src/islands/leads/page/after-rendering.tsx',
  'src/islands/console/when-idle.ts',
]

/** The package that hydrates islands. */
const RENDERER = /\/node_modules\/@astrojs\/react\//

/** Packages with one index for parts that load separately. Only the bundler can tell which part a module needs. */
const LEFT_TO_BUNDLER = /\/node_modules\/@sentry\//

/** Matches imports of project files, in markup and its scripts. */
const OWN_IMPORT = /\bimport\b[^'"]*['"](\.{1,2}\/[^'"]+)['"]/g

/** Matches most comments. Comment marks within strings make the size estimate only slightly inaccurate. */
const COMMENTS = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm

/**
 * Puts modules that always load together into one file. By default, the bundler also splits off the dependencies of
 * each lazily loaded module, even if every page that can load it already has them.
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
      const unasked = new Set(UNASKED.map((name) => join(root, name)))
      const graph: ModuleGraph = new Map()
      const modules = [...this.getModuleIds()].flatMap((id) => this.getModuleInfo(id) ?? [])
      const entries = modules.filter(({ isEntry }) => isEntry).map(({ id }) => fileOfId(id))
      const pagesOf = (names: string[]) => new Set(names.flatMap((name) => [...(pages.get(name) ?? [])]))
      // Package code is on every page, except for the renderer, which only islands need.
      const everyPage = pagesOf(entries)
      const withIslands = pagesOf(entries.filter((name) => name.endsWith('.tsx')))
      for (const info of modules) {
        const { id } = info
        const others = RENDERER.test(id) ? withIslands : everyPage
        graph.set(id, {
          imports: info.importedIds,
          loads: info.dynamicallyImportedIds,
          isUnasked: unasked.delete(id),
          size: deflateSync(info.code?.replace(COMMENTS, '') ?? '').length,
          pages: info.isEntry ? (pages.get(fileOfId(id)) ?? others) : null,
        })
      }
      if (unasked.size > 0) this.error(`merge-chunks: no page loads ${[...unasked].join(', ')}`)
      fileOf = sharedFiles(graph)
    },
  }
}

/** Returns the path in a module's ID, which can have a query. */
const fileOfId = (id: string) => id.split('?', 1)[0] ?? id

/** Maps each markup file, and each file that markup imports, to the pages that use it. */
function pagesByFile(root: string): Map<string, Set<string>> {
  const pages = new Map<string, Set<string>>()
  for (const name of globSync('src/pages/**/*.astro', { cwd: root })) {
    const page = join(root, name)
    const files = new Set([page])
    // A Set's iterator also visits entries added during iteration.
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

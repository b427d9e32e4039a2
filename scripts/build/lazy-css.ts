import type { Plugin, Rolldown } from 'vite'

/** Matches pages. The HTML build loads pages on demand, so their chunks aren't entries. */
const PAGE = /\/src\/pages\/.*\.astro$/

const chunksOf = (bundle: Rolldown.OutputBundle) =>
  Object.values(bundle).filter((file) => file.type === 'chunk')

/** Returns the names of the chunks that pages load at once, directly or through imports. */
function loadedEarly(bundle: Rolldown.OutputBundle): ReadonlySet<string> {
  const isRoot = ({ isEntry, moduleIds }: Rolldown.OutputChunk) =>
    isEntry || moduleIds.some((id) => PAGE.test(id))
  const early = new Set(
    chunksOf(bundle)
      .filter(isRoot)
      .map(({ fileName }) => fileName),
  )
  // A Set's iterator also visits entries added during iteration.
  for (const name of early) {
    const chunk = bundle[name]
    for (const next of chunk?.type === 'chunk' ? chunk.imports : []) early.add(next)
  }
  return early
}

/**
 * Keeps the styles of lazily loaded modules with those modules. Astro would link them from each page that can load the
 * module, also in the HTML build. It would delete styles that no page links to, unless a chunk lists them among its
 * assets; Vite loads those with the chunk.
 */
export function lazyCss(): Plugin[] {
  const hidden = new Map<Rolldown.OutputChunk, string[]>()
  const applyToEnvironment: Plugin['applyToEnvironment'] = ({ name }) => name === 'client'
  return [
    {
      name: 'lazy-css',
      generateBundle: {
        order: 'pre',
        handler(_, bundle) {
          const isClient = this.environment.name === 'client'
          const early = loadedEarly(bundle)
          for (const chunk of chunksOf(bundle)) {
            const { importedCss, importedAssets } = chunk.viteMetadata ?? {}
            if (isClient) for (const css of importedCss ?? []) importedAssets?.add(css)
            if (early.has(chunk.fileName)) continue
            if (isClient) hidden.set(chunk, [...(importedCss ?? [])])
            importedCss?.clear()
          }
        },
      },
    },
    {
      name: 'lazy-css-after-astro',
      applyToEnvironment,
      enforce: 'post',
      generateBundle() {
        for (const [chunk, styles] of hidden) {
          for (const css of styles) chunk.viteMetadata?.importedCss.add(css)
        }
        hidden.clear()
      },
    },
  ]
}

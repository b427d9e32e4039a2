import type { Plugin } from 'vite'

/**
 * Keeps the styles of modules that only the browser imports on intent (`if (import.meta.env.SSR) return` before the
 * `import()`). Astro deletes CSS that no page links to, unless a chunk lists it among its assets; Vite then loads it
 * with the chunk.
 */
export function lazyCss(): Plugin {
  return {
    name: 'lazy-css',
    applyToEnvironment: (environment) => environment.name === 'client',
    generateBundle: {
      order: 'pre',
      handler(_, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue
          for (const css of chunk.viteMetadata?.importedCss ?? []) chunk.viteMetadata?.importedAssets.add(css)
        }
      },
    },
  }
}

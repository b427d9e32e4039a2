import type { Plugin } from 'vite'
import { cssVariables } from '../../src/styles/theme.ts'
import { tokens } from '../../src/styles/tokens.ts'

const ID = 'virtual:theme.css'
const SCALES = /^(space|text|radius|size|shadow|layer|motion)-/
/** The layers of style sheets by folder. Other style sheets name their layers themselves. */
const FOLDERS = [
  { folder: /[\\/]src[\\/](?:ui|layouts)[\\/][^?]*\.css(\?|$)/, layer: 'ui' },
  { folder: /[\\/]src[\\/]islands[\\/][^?]*\.css(\?|$)/, layer: 'screens' },
]

/**
 * Serves the theme's constants as a style sheet, so that pages share one file for them. Puts the project's style sheets
 * into their cascade layers and replaces tokens with their values.
 */
export function themeCss(): Plugin {
  return {
    name: 'theme-css',
    enforce: 'pre',
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    load: (id) => (id === `\0${ID}` ? cssVariables() : undefined),
    transform: {
      filter: { id: /[\\/]src[\\/][^?]*\.css(\?|$)/ },
      handler(css, id) {
        const layer = FOLDERS.find(({ folder }) => folder.test(id))?.layer
        const plain = withoutTokens(css)
        return { code: layer ? `@layer ${layer}{${plain}}` : plain, map: null }
      },
    },
  }
}

/** Replaces each `var(--space-2)` with the token's value. Throws if the scale has no such step. */
export function withoutTokens(css: string): string {
  return css.replace(/var\(--([\w-]+)\)/g, (use, name: string) => {
    const value = tokens[name]
    if (value === undefined && SCALES.test(name)) throw new Error(`src/styles/tokens.ts has no token ${name}`)
    return value ?? use
  })
}

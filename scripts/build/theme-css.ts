import type { Plugin } from 'vite'
import { cssVariables } from '../../src/styles/theme.ts'

const ID = 'virtual:theme.css'

/** Serves the theme's constants as a style sheet, so that pages share one file of them. */
export function themeCss(): Plugin {
  return {
    name: 'theme-css',
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    load: (id) => (id === `\0${ID}` ? cssVariables() : undefined),
  }
}

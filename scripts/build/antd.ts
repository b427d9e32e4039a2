import { createRequire } from 'node:module'
import type { ReactNode } from 'react'
import type { Plugin } from 'vite'
import { themes } from '../../src/ui/antd/theme.ts'

const require = createRequire(import.meta.url)
// Uses the same CommonJS copies as antd, so that antd and this module share a style cache.
const { createElement: h, Fragment }: typeof import('react') = require('react')
const { renderToString }: typeof import('react-dom/server') = require('react-dom/server')
const cssinjs: typeof import('@ant-design/cssinjs') = require('@ant-design/cssinjs')
const antd: typeof import('antd') = require('antd')

const PREFIX = 'virtual:antd/'
/** Packages whose modules have no side effects, although their manifests don't declare it. */
const PURE = /\/node_modules\/(antd|@rc-component|@ant-design)\//

/** The components behind each style sheet `virtual:antd/<name>.css`. */
const SHEETS: Record<string, () => ReactNode[]> = {
  select: () => [h(antd.Select, { mode: 'tags' }), h(antd.AutoComplete), h(antd.Empty)],
  date: () => [h(antd.DatePicker), h(antd.DatePicker.RangePicker), h(antd.Button), h(antd.Tag)],
  color: () => [h(antd.ColorPicker), h(antd.Popover, null, 'x'), h(antd.Input), h(antd.Slider)],
  upload: () => [h(antd.Upload.Dragger), h(antd.Progress), h(antd.Tooltip, null, 'x')],
  table: () => [h(antd.Table), h(antd.Empty), h(antd.Spin), h(antd.Pagination)],
  steps: () => [h(antd.Steps, { items: [] })],
  progress: () => [h(antd.Progress)],
}

/**
 * Serves antd's rules as style sheets, because the console's controls generate none at run time (`zeroRuntime`). antd
 * adds the variables of the current palette itself.
 */
export function antdStyles(): Plugin {
  return {
    name: 'antd-styles',
    enforce: 'pre',
    config: () => ({
      build: { rolldownOptions: { treeshake: { moduleSideEffects: [{ test: PURE, sideEffects: false }] } } },
    }),
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
    load(id) {
      const name = id.startsWith(`\0${PREFIX}`) && id.slice(PREFIX.length + 1).replace(/\.css$/, '')
      return name ? { code: antdCss(name), moduleSideEffects: true } : undefined
    },
  }
}

/** Returns the rules of a style sheet, in antd's layer. Throws for an unknown name. */
export function antdCss(name: string): string {
  const nodes = SHEETS[name]
  if (!nodes) throw new Error(`scripts/build/antd.ts has no style sheet ${name}`)
  const cache = cssinjs.createCache()
  const theme = { ...themes.light, zeroRuntime: false }
  renderToString(
    h(cssinjs.StyleProvider, { cache }, h(antd.ConfigProvider, { theme }, h(Fragment, null, ...nodes()))),
  )
  const rules = cssinjs.extractStyle(cache, { plain: true, types: ['style'] })
  // antd's rules for links apply to the whole page.
  return `@layer antd{${rules.replace(/(?<=^|\})a(?=[:[{])[^{}]*\{[^{}]*\}/g, '')}}`
}

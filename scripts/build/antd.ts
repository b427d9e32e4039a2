import { createRequire } from 'node:module'
import type { ThemeConfig } from 'antd'
import type { Plugin } from 'vite'
import { colors, DARK, darkColors, fontFamily, sizes } from '../../src/styles/theme.ts'

const require = createRequire(import.meta.url)
// Uses the same CommonJS copies as antd, so that antd and this module share a style cache.
const { createElement: h }: typeof import('react') = require('react')
const { renderToString }: typeof import('react-dom/server') = require('react-dom/server')
const cssinjs: typeof import('@ant-design/cssinjs') = require('@ant-design/cssinjs')
const { AutoComplete, ConfigProvider, theme }: typeof import('antd') = require('antd')

/** The class on antd's elements that declares the variables of their styles. */
const SCOPE = 'fieldhand'
const STYLES = 'virtual:antd.css'
/** Packages whose modules have no side effects, although their manifests don't declare it. */
const PURE = /\/node_modules\/(antd|@rc-component|@ant-design)\//

const lightTheme = themeOf(colors)
const darkTheme: ThemeConfig = {
  algorithm: theme.darkAlgorithm,
  token: {
    ...themeOf({ ...colors, ...darkColors }).token,
    colorBgContainer: darkColors.surface,
    colorBgElevated: darkColors.surface,
  },
}

function themeOf(palette: Record<keyof typeof colors, string>): ThemeConfig {
  return {
    token: {
      colorPrimary: colors.primary,
      colorPrimaryHover: colors.primaryDark,
      colorPrimaryActive: colors.primaryDark,
      colorError: colors.error,
      colorBorder: palette.borderStrong,
      colorText: palette.text,
      colorTextPlaceholder: palette.textMuted,
      borderRadius: sizes.radius,
      borderRadiusLG: sizes.radius,
      fontFamily,
    },
  }
}

/**
 * Moves the styling of antd's AutoComplete, the only antd component of the console, from run time to build time:
 * `virtual:antd.css` contains its CSS in both themes. Constants replace the modules that compute the theme and generate
 * CSS in the browser, a third of the component's size.
 */
export function antdStyles(): Plugin {
  const replaced = replacedModules()
  const load = (id: string) => {
    const path = id.replaceAll('\\', '/').split('?', 1)[0] ?? ''
    const code = replaced.find(({ file }) => file.test(path))?.code
    return code && { code, moduleSideEffects: false }
  }
  return {
    name: 'antd-styles',
    enforce: 'pre',
    config: () => ({
      build: { rolldownOptions: { treeshake: { moduleSideEffects: [{ test: PURE, sideEffects: false }] } } },
      optimizeDeps: { rolldownOptions: { plugins: [{ name: 'antd-styles', load }] } },
    }),
    resolveId: (id) => (id === STYLES ? `\0${STYLES}` : undefined),
    load: (id) => (id === `\0${STYLES}` ? { code: antdCss(), moduleSideEffects: true } : load(id)),
  }
}

function replacedModules(): { file: RegExp; code: string }[] {
  // Palettes such as `blue-5` are only for styles. Components read sizes and colors by meaning.
  const token = Object.entries(theme.getDesignToken(lightTheme)).filter(([name]) => !/\d$/.test(name))
  return [
    {
      file: /antd\/es\/(select|empty)\/style\/index\.js$/,
      code: `const classes=['','${SCOPE}']
export default()=>classes`,
    },
    {
      file: /antd\/es\/theme\/useToken\.js$/,
      code: `const token=${JSON.stringify(Object.fromEntries(token))}
const values=[null,token,'',token,{prefix:'ant',key:'${SCOPE}'},true]
export default()=>values
export const unitless={},getComputedToken=()=>token`,
    },
    {
      file: /antd\/es\/theme\/context\.js$/,
      code: `import{createContext}from'react'
export const defaultTheme=null,defaultConfig={},DesignTokenContext=createContext(defaultConfig)`,
    },
    { file: /antd\/es\/theme\/util\/useResetIconStyle\.js$/, code: 'export default()=>{}' },
  ]
}

/** Returns the CSS of AutoComplete, in antd's layer and in both themes. */
export function antdCss(): string {
  const light = extract(lightTheme)
  const dark = extract(darkTheme)
  return `@layer antd{${light.rules}${light.variables}@media screen{${DARK}{${dark.variables}}}}`
}

function extract(config: ThemeConfig): { rules: string; variables: string } {
  const cache = cssinjs.createCache()
  const themed = { theme: { ...config, hashed: false, cssVar: { key: SCOPE } } }
  renderToString(
    h(cssinjs.StyleProvider, { cache }, h(ConfigProvider, themed, h(AutoComplete, { open: true }))),
  )
  const css = (types: ('style' | 'token' | 'cssVar')[]) => cssinjs.extractStyle(cache, { plain: true, types })
  return {
    // antd's rules for links apply to the whole page.
    rules: css(['style']).replace(/(?<=^|\})a(?=[:[{])[^{}]*\{[^{}]*\}/g, ''),
    variables: css(['token', 'cssVar']),
  }
}

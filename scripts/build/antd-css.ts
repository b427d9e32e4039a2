import { createRequire } from 'node:module'
import type * as AntdNamespace from 'antd'
import type { ThemeConfig } from 'antd'
import type { ReactNode } from 'react'
import { DARK } from '../../src/styles/theme.ts'

const require = createRequire(import.meta.url)
// Uses the same CommonJS copies as antd, so that antd and this module share a style cache.
const React: typeof import('react') = require('react')
const { renderToString }: typeof import('react-dom/server') = require('react-dom/server')
const cssinjs: typeof import('@ant-design/cssinjs') = require('@ant-design/cssinjs')
const antd: typeof AntdNamespace = require('antd')
const { iconStyles }: { iconStyles: string } = require('@ant-design/icons/lib/utils')
const {
  extractStyle,
}: typeof import('@ant-design/static-style-extract') = require('@ant-design/static-style-extract')

/** antd's CSS in one theme, split by the names that its components register for their styles. */
export interface AntdCss {
  /** Returns whether a component has styles, by a name such as `Button` or `Button-compact`. */
  has(name: string): boolean
  /** Returns the variables and icon rules that every component needs. */
  base(): string
  /** Returns the rules and keyframes of the named styles. */
  of(names: readonly string[]): string
  /** Returns all rules. */
  whole(): string
  /** The resolved design token, for components that read it in JavaScript. */
  token: Readonly<Record<string, unknown>>
}

const LAYERS = '@layer antd.early,antd.usual,antd.late;'
const STYLE_NAME = /^(Shared|ant-design-icons|[A-Z]\w*(-[\w-]+)?)$/
/**
 * The parts of antd that the console doesn't use. Development also omits these rules, so that a developer who starts to
 * use one notices immediately and removes it from this list.
 */
const UNUSED = [
  // Right-to-left pages.
  /-rtl(?!\w)|\[dir="?rtl/,
  // Field variants other than `outlined`, and the yellow of fields with a warning.
  /-(filled|borderless|underlined|status-warning)(?!\w)/,
  // Standalone menus, whose code dropdown menus share, and the site layout and submenus that they refer to.
  /\.ant-(menu|layout)(?!\w)|-submenu/,
  // Placeholders while a dialog's button loads, confirmations, and fields with attached parts.
  /-skeleton|-modal-confirm|-space-addon|-input-(group|search)|-btn-group/,
  // Grid columns: layout is CSS grid.
  /\.ant-col-((xs|sm|md|lg|xl|xxl|xxxl)-)?(\d+|push|pull|offset|order|flex)/,
  // Palette colors by name. The theme names colors by meaning.
  /-(color-)?(blue|cyan|geekblue|gold|green|lime|magenta|orange|pink|purple|red|volcano|yellow)(-inverse)?(?!\w|-)/,
  // Static popups for antd's own site, one-time passwords, bordered tables.
  /-pure-panel|-otp|-table-bordered/,
]
const VARIABLES = '@variables'
const BASE = [VARIABLES, 'ant-design-icons', 'Shared']

/** The contents of the style cache after rendering the components in one theme. */
interface Collected {
  /** The rules and the variables that they use, by name. */
  rules: Map<string, string>
  variables: Map<string, string>
  orders: Map<string, number>
  effects: Map<string, Map<string, string>>
}

/** Renders every antd component once and groups the styles that it adds to the cache. */
function collect(config: ThemeConfig): Collected {
  const cache = cssinjs.createCache()
  renderEverything(cache, config)

  const collected: Collected = {
    rules: new Map(),
    variables: new Map(),
    orders: new Map(),
    effects: new Map(),
  }
  const append = (to: Map<string, string>, name: string, css: string) =>
    to.set(name, (to.get(name) ?? '') + css)
  // antd nests its own provider for static popups; only the root's variables count.
  const entries = [...cache.cache].map(([path, cell]) => ({ path: path.split('%'), value: cell[1] }))
  const root = entries.find(({ path, value }) => path[0] === 'token' && value[2].zIndexPopupBase !== 0)
  const rootKey: string = root?.value[2]._tokenKey
  if (!rootKey) throw new Error('antd-css: antd keeps its design token elsewhere in this version')

  for (const { path, value } of entries) {
    if (path[0] === 'style') {
      const name = path.slice(1).find((part) => STYLE_NAME.test(part))
      if (!name) continue
      const [css, , keyframes, , order] = value
      append(collected.rules, name, withoutSelectors(css, UNUSED))
      collected.orders.set(name, order)
      collected.effects.set(name, new Map(Object.entries(keyframes ?? {})))
    } else if (path[0] === 'cssVar' && path.at(-1) === rootKey) {
      append(collected.variables, path[1] ?? '', value[1])
    }
  }
  append(collected.variables, VARIABLES, root?.value[3])
  return collected
}

/** Returns antd's CSS for `theme`, and for `dark` (antd's dark algorithm) in dark mode. Omits unused variables. */
export function extractAntdCss(theme: ThemeConfig, dark: ThemeConfig, key: string): AntdCss {
  const configOf = (given: ThemeConfig): ThemeConfig => ({ ...given, hashed: false, cssVar: { key } })
  const config = configOf(theme)
  const { rules, variables, orders, effects } = collect(config)
  const darkVariables = collect(configOf({ ...dark, algorithm: antd.theme.darkAlgorithm })).variables
  const isUsed = usedVariables(rules, variables, effects)
  for (const [name, css] of variables) {
    const declared = declarationsOf(css)
    const selector = css.split('{', 1)[0] ?? ''
    const light = [...declared].filter(([variable]) => isUsed(variable))
    const changed = [...declarationsOf(darkVariables.get(name) ?? '')].filter(
      ([variable, value]) => isUsed(variable) && declared.get(variable) !== value,
    )
    const both = block(selector, light) + block(`${DARK} ${selector}`, changed)
    rules.set(name, (rules.get(name) ?? '') + both)
  }

  const layered = (name: string) => {
    const css = rules.get(name)
    if (!css) return ''
    const order = orders.get(name) ?? -999
    const layer = order <= -1000 ? 'early' : order === -998 ? 'late' : 'usual'
    return `@layer antd.${layer}{${css}}`
  }
  const keyframesOf = (names: readonly string[]) =>
    [...new Map(names.flatMap((name) => [...(effects.get(name) ?? [])])).values()].join('')

  const of = (names: readonly string[]) => LAYERS + names.map(layered).join('') + keyframesOf(names)
  return {
    has: (name) => rules.has(name),
    base: () => `${of(BASE)}@layer antd.early{${iconStyles}}`,
    of,
    whole: () => `${of([...rules.keys()])}@layer antd.early{${iconStyles}}`,
    token: resolveToken(config),
  }
}

function renderEverything(cache: ReturnType<typeof cssinjs.createCache>, config: ThemeConfig): void {
  const h = React.createElement
  const { Button, Col, DatePicker, Form, Input, Pagination, Popover, Row, Space, Table, Tag } = antd
  const { TimePicker, Tooltip, Typography } = antd
  const target = h('b')
  // States that plain components don't render and whose styles have separate names.
  const states = [
    h(Row, null, h(Col, { span: 4 })),
    h(Space.Compact, null, h(Button), h(Button)),
    h(Tag, { color: 'blue' }),
    h(Tag, { color: 'success' }),
    h(Form, null, h(Form.Item, { label: 'a', help: 'a', validateStatus: 'error' }, h(Input))),
    h(Typography.Text),
    h(Typography.Title),
    h(Typography.Paragraph),
    h(Input.OTP),
    h(Table, { columns: [{ dataIndex: 'a', sorter: true, filters: [{ text: 'a', value: 'a' }] }] }),
    h(DatePicker.RangePicker),
    h(TimePicker),
    h(Pagination, { total: 100 }),
    h(Tooltip, { title: 'a' }, target),
    h(Popover, { content: 'a' }, target),
  ]
  // Rendering components without props makes antd and React log warnings.
  const { error } = globalThis.console
  Object.assign(globalThis.console, { error: () => undefined })
  try {
    extractStyle((node: ReactNode) =>
      h(cssinjs.StyleProvider, { cache }, h(antd.ConfigProvider, { theme: config }, node, ...states)),
    )
  } finally {
    Object.assign(globalThis.console, { error })
  }
}

function resolveToken(theme: ThemeConfig): Record<string, unknown> {
  let token: Record<string, unknown> = {}
  const Probe = () => {
    token = { ...antd.theme.useToken().token }
    return null
  }
  renderToString(React.createElement(antd.ConfigProvider, { theme }, React.createElement(Probe)))
  return token
}

/** Removes selectors that match one of the patterns, and rules with no selectors left. */
export function withoutSelectors(css: string, patterns: readonly RegExp[]): string {
  return css.replace(/(?<=^|[{}])([^{}@]+)\{([^{}]*)\}/g, (_, selectors: string, body: string) => {
    const kept = splitSelectors(selectors).filter((one) => !patterns.some((pattern) => pattern.test(one)))
    return kept.length > 0 ? `${kept.join(',')}{${body}}` : ''
  })
}

/** Splits a selector list at commas outside of brackets. */
function splitSelectors(selectors: string): string[] {
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < selectors.length; at++) {
    const sign = selectors[at]
    if (sign === '(' || sign === '[') depth++
    else if (sign === ')' || sign === ']') depth--
    else if (sign === ',' && depth === 0) {
      parts.push(selectors.slice(start, at))
      start = at + 1
    }
  }
  parts.push(selectors.slice(start))
  return parts
}

function declarationsOf(css: string): Map<string, string> {
  return new Map([...css.matchAll(/(--[\w-]+):([^;}]+)/g)].map(([, name = '', value = '']) => [name, value]))
}

const block = (selector: string, declarations: readonly (readonly [string, string])[]) =>
  declarations.length > 0
    ? `${selector}{${declarations.map(([name, value]) => `${name}:${value}`).join(';')}}`
    : ''

/** Returns whether any rule uses a variable, directly or through another variable. */
function usedVariables(
  rules: Collected['rules'],
  variables: Collected['variables'],
  effects: Collected['effects'],
): (name: string) => boolean {
  const declared = new Map([...variables.values()].flatMap((css) => [...declarationsOf(css)]))
  const used = new Set<string>()
  const visit = (css: string) => {
    for (const [, name = ''] of css.matchAll(/var\((--[\w-]+)/g)) {
      if (used.has(name)) continue
      used.add(name)
      visit(declared.get(name) ?? '')
    }
  }
  for (const css of rules.values()) visit(css)
  for (const frames of effects.values()) for (const css of frames.values()) visit(css)
  return (name) => used.has(name)
}

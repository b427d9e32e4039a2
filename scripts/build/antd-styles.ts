import type { ThemeConfig } from 'antd'
import type { Plugin } from 'vite'
import { type AntdCss, extractAntdCss } from './antd-css.ts'
import { replacedModules } from './antd-modules.ts'

const STYLE_MODULE = /[\\/]antd[\\/]es[\\/](?!theme[\\/]|style[\\/])(?:.*[\\/])?style[\\/][^?]*\.js$/
const STYLE_CALL = /\bgen(StyleHooks|ComponentStyleHook|SubStyleComponent)\(/
const STYLE_CALLEE = /^gen(StyleHooks|ComponentStyleHook|SubStyleComponent)$/
const BARREL_IMPORT = /import\s*\{([^}]+)\}\s*from\s*['"]antd['"];?/
/** Packages whose modules have no side effects, although their manifests don't declare it. */
const PURE =
  /[\\/](?:antd[\\/]es|@rc-component|@ant-design[\\/](?:cssinjs|colors|fast-color|icons))[\\/](?!.*\.css)/
const TABLE_IMPORT = /from ['"]antd\/es\/table['"]|\bTable\b[^;]*\bfrom ['"]antd['"]/
/** The features that antd-modules.ts removes, and how source code would use them. */
const LEFT_OUT = [
  { pattern: /\b(filters|filterDropdown)\s*:/, where: TABLE_IMPORT, what: 'a table with filters' },
  { pattern: /\browSelection\b/, where: TABLE_IMPORT, what: 'a table with its own checkboxes' },
  {
    pattern: /\{[^{}=]*\b(modal|notification)\b[^{}=]*\}\s*=\s*App\.useApp\(/,
    where: /./,
    what: 'App.useApp() for more than messages',
  },
]
const FORM_CONTEXT = /[\\/]antd[\\/]es[\\/]form[\\/]context\.js$/
const WITHOUT_STYLES = new Set(['BackTop'])

const WHOLE = 'virtual:antd.css'
const HOOKS = 'virtual:antd-hooks'
const RULES = 'virtual:antd-rules/'

interface Options {
  theme: ThemeConfig
  /** The dark theme. */
  dark: ThemeConfig
  /** The provider's class, which scopes the styles. */
  key: string
}

/**
 * Removes antd's run-time styling: each style module becomes the CSS that it generates for `theme`, imported like any
 * other file, so that a page loads only the rules of its own components. In development, and with `ANTD_STYLES=whole`,
 * antd is unchanged and `virtual:antd.css` contains all rules.
 */
export function antdStyles({ theme, dark, key }: Options): Plugin {
  let extracted: AntdCss | undefined
  const antd = () => {
    extracted ??= extractAntdCss(theme, dark, key)
    return extracted
  }
  // Astro uses one plugin for both its build and a temporary dev server. Each call specifies which one it is for.
  const isWhole = (mode: string | undefined) => process.env.ANTD_STYLES === 'whole' || mode === 'dev'

  const replaced = replacedModules(antd, key, HOOKS)

  return {
    name: 'antd-styles',
    enforce: 'pre',
    config: () => ({
      build: { rolldownOptions: { treeshake: { moduleSideEffects: [{ test: PURE, sideEffects: false }] } } },
    }),
    configEnvironment(name) {
      // Pages render with the same modules as the browser. An external package couldn't be transformed.
      if (name === 'client') return undefined
      return { resolve: { noExternal: [/^antd(\/|$)/, /^@ant-design\//, /^@rc-component\//, /^@emotion\//] } }
    },
    resolveId(id) {
      if (id === WHOLE || id === HOOKS || id.startsWith(RULES)) return `\0${id}`
      return undefined
    },
    load(id) {
      const whole = isWhole(this.environment?.mode)
      if (id === `\0${WHOLE}`)
        return { code: whole ? antd().whole() : antd().base(), moduleSideEffects: true }
      if (id.startsWith(`\0${RULES}`)) {
        const names = id.slice(RULES.length + 1, -'.css'.length).split('+')
        return { code: antd().of(names), moduleSideEffects: true }
      }
      if (id === `\0${HOOKS}`) {
        const code = `const answer=['',${JSON.stringify(key)}]
const hook=()=>answer
export const styles=()=>hook
export const classes=()=>()=>''
export const nothing=()=>()=>null`
        return { code, moduleSideEffects: false }
      }
      if (whole) return undefined
      const path = withoutQuery(id)
      const replacement = replaced.find(({ file }) => file.test(path))
      return replacement && { code: replacement.code(), moduleSideEffects: false }
    },
    transform(code, id) {
      const path = withoutQuery(id)
      if (isWhole(this.environment?.mode)) return undefined
      const leftOut = LEFT_OUT.find(({ pattern, where }) => where.test(code) && pattern.test(code))
      if (leftOut && !path.includes('node_modules')) {
        this.error(`antd-styles: ${path} has ${leftOut.what}, which antd-modules.ts leaves out`)
      }
      if (!path.includes('node_modules') && BARREL_IMPORT.test(code))
        return { code: withoutBarrel(code), map: null }
      if (FORM_CONTEXT.test(path)) return { code: withoutFormBarrel(code), map: null }
      if (!STYLE_MODULE.test(path) || !STYLE_CALL.test(code)) return undefined
      const names = new Set<string>()
      const edits: { start: number; end: number; text: string }[] = []
      visit(this.parse(code), (node) => {
        const call = styleCall(node)
        if (!call) return false
        const known = call.names.filter((name) => antd().has(name))
        if (known.length === 0 && !WITHOUT_STYLES.has(call.names[0] ?? '')) {
          this.error(`antd-styles: no rules were found for ${call.names.join(', ')} of ${path}`)
        }
        for (const name of known) names.add(name)
        edits.push({ start: call.start, end: call.end, text: `__${call.callee}()` })
        return true
      })
      let rest = code
      for (const { start, end, text } of edits.toSorted((a, b) => b.start - a.start)) {
        rest = rest.slice(0, start) + text + rest.slice(end)
      }
      const hooks = `import{styles as __genStyleHooks,classes as __genComponentStyleHook,nothing as __genSubStyleComponent}from'${HOOKS}'`
      const rules = names.size > 0 ? `import'${RULES}${[...names].join('+')}.css'` : ''
      return { code: `${hooks};${rules};\n${rest}`, map: null, moduleSideEffects: false }
    },
  }
}

/** Makes fields import only the form's context, so that they don't load the form and its validator. */
function withoutFormBarrel(code: string): string {
  return code.replace(
    /import \{ FormProvider as RcFormProvider \} from '@rc-component\/form';/,
    "import { FormProvider as RcFormProvider } from '@rc-component/form/es/FormContext';",
  )
}

const withoutQuery = (id: string) => id.split('?', 1)[0] ?? id

/**
 * Rewrites `import { Button } from 'antd'` to import the component's own file, so that the bundler and the CSS can
 * follow each one separately.
 */
export function withoutBarrel(code: string): string {
  return code.replace(new RegExp(BARREL_IMPORT, 'g'), (statement, list: string) => {
    const names = list.split(',').map((name) => name.trim())
    const lines = names.filter(Boolean).map((name) => {
      if (name.startsWith('type ')) return `import { ${name} } from 'antd';`
      const [exported = '', local = exported] = name.split(/\s+as\s+/)
      const folder = exported
        .replace('QRC', 'QrC')
        .replace(/[A-Z]+/g, (run, at: number) => `${at > 0 ? '-' : ''}${run.toLowerCase()}`)
      return `import ${local} from 'antd/es/${folder}';`
    })
    return statement.startsWith('import type') ? statement : lines.join('')
  })
}

interface Node {
  type: string
  start: number
  end: number
  [field: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'

/** Walks the tree; `enter` returns whether to skip a node's children. */
function visit(value: unknown, enter: (node: Node) => boolean): void {
  if (Array.isArray(value)) for (const item of value) visit(item, enter)
  else if (isNode(value) && !enter(value)) for (const child of Object.values(value)) visit(child, enter)
}

/** Returns the style names of `genStyleHooks('Button', …)` and `genSubStyleComponent(['Button', 'compact'], …)`. */
function styleCall(node: Node) {
  if (node.type !== 'CallExpression' || !isNode(node.callee) || node.callee.type !== 'Identifier') return
  const callee = String(node.callee.name)
  if (!STYLE_CALLEE.test(callee) || !Array.isArray(node.arguments)) return
  const [target] = node.arguments
  const parts = isNode(target) && Array.isArray(target.elements) ? target.elements : [target]
  const cells = parts.map((part) => String(isNode(part) ? part.value : ''))
  const names = [...new Set([cells[0] ?? '', cells.join('-'), `${cells[0]}-${cells[0]}`])]
  return { callee, names, start: node.start, end: node.end }
}

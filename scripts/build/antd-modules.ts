import type { AntdCss } from './antd-css.ts'

interface Replacement {
  file: RegExp
  code: () => string
}

/**
 * Replaces antd modules that compute the theme in the browser, because the theme is known at build time. `key` is the
 * provider's class. `hooks` is the module with the remaining style hooks.
 */
export function replacedModules(css: () => AntdCss, key: string, hooks: string): Replacement[] {
  const keyText = JSON.stringify(key)
  return [
    {
      file: /antd[\\/]es[\\/]theme[\\/]useToken\.js$/,
      code: () => `const token=${JSON.stringify(withoutPalettes(css().token))}
const answer=[null,token,'',token,{prefix:'ant',key:${keyText}},true]
export const unitless={},ignore={}
export const getComputedToken=()=>token
export default()=>answer`,
    },
    {
      file: /antd[\\/]es[\\/]theme[\\/]context\.js$/,
      code: () => `import{createContext}from'react'
export const defaultTheme=null
export const defaultConfig={token:{},override:{override:{}},hashed:false,zeroRuntime:true}
export const DesignTokenContext=/*#__PURE__*/createContext(defaultConfig)`,
    },
    {
      file: /antd[\\/]es[\\/]config-provider[\\/]hooks[\\/]useTheme\.js$/,
      code: () => `const theme={zeroRuntime:true,hashed:false,cssVar:{key:${keyText}}}
export default()=>theme`,
    },
    { file: /antd[\\/]es[\\/]theme[\\/]util[\\/]useResetIconStyle\.js$/, code: () => 'export default()=>{}' },
    {
      file: /@ant-design[\\/]icons[\\/]es[\\/]cssUtils\.js$/,
      code: () => 'export const getShadowRoot=()=>null,updateCSS=()=>{},warningOnce=()=>{}',
    },
    {
      file: /antd[\\/]es[\\/]theme[\\/]util[\\/]genStyleUtils\.js$/,
      code: () => `export{styles as genStyleHooks,classes as genComponentStyleHook,nothing as genSubStyleComponent}from'${hooks}'
export const genCssVar=(prefix,component)=>{
const start='--'+prefix.replace(/\\./g,'')+'-'+component+'-'
return[name=>start+name,(name,fallback)=>'var('+start+name+(fallback?', '+fallback:'')+')']}`,
    },
    {
      // A table's filter menu loads trees, radios, and more, a tenth of a page. The console's filters are above its
      // lists.
      file: /antd[\\/]es[\\/]table[\\/]hooks[\\/]useFilter[\\/]FilterDropdown\.js$/,
      code: () => `export const flattenKeys=()=>[]
export default()=>{throw new Error('Tables without filters only: see scripts/build/antd-modules.ts')}`,
    },
    {
      // A table's own checkboxes load radios, trees, and menus. The console's lists have their own.
      file: /antd[\\/]es[\\/]table[\\/]hooks[\\/]useSelection\.js$/,
      code: () => `export const SELECTION_COLUMN={},SELECTION_ALL='SELECT_ALL',SELECTION_INVERT='SELECT_INVERT',SELECTION_NONE='SELECT_NONE'
const answer=[columns=>columns,new Set()]
export default()=>answer`,
    },
    {
      // The console doesn't share tooltips between targets.
      file: /antd[\\/]es[\\/]tooltip[\\/]UniqueProvider[\\/]index\.js$/,
      code: () => 'export default({children})=>children',
    },
    {
      // The console uses only messages. Confirmations and notifications would load on each page.
      file: /antd[\\/]es[\\/]app[\\/]App\.js$/,
      code: () => `import{createElement,useMemo}from'react'
import useMessage from'../message/useMessage'
import AppContext from'./context'
export default({children,message:config})=>{
const[message,holder]=useMessage(config)
const value=useMemo(()=>({message}),[message])
return createElement(AppContext.Provider,{value},holder,children)}`,
    },
  ]
}

/**
 * Removes palettes from the token. Components read its sizes and semantic colors; only styles read palettes such as
 * `blue-5`.
 */
function withoutPalettes(token: AntdCss['token']): Record<string, unknown> {
  const palette = /^(blue|purple|cyan|green|magenta|pink|red|orange|yellow|volcano|geekblue|lime|gold)-?\d*$/
  return Object.fromEntries(Object.entries(token).filter(([name]) => !palette.test(name)))
}

declare module 'virtual:antd/*'
declare module 'virtual:clerk'
declare module 'virtual:theme.css'

declare module '*?inline-script' {
  /** The module and its imports, bundled as one script. */
  const code: string
  export default code
}

interface ImportMetaEnv {
  /** Changes when the format of the API's responses changes. */
  readonly CONTRACT_VERSION?: string
}

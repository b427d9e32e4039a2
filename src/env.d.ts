declare module 'virtual:antd.css'
declare module 'virtual:theme.css'

interface ImportMetaEnv {
  /** Changes with the shape of what the API sends. */
  readonly CONTRACT_VERSION?: string
}

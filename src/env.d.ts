declare module 'virtual:antd.css'
declare module 'virtual:theme.css'

interface ImportMetaEnv {
  /** Changes with the shape of the API's answers. */
  readonly CONTRACT_VERSION?: string
}

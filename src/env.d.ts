declare module 'virtual:antd.css'
declare module 'virtual:theme.css'

interface ImportMetaEnv {
  /** Changes when the format of the API's responses changes. */
  readonly CONTRACT_VERSION?: string
}

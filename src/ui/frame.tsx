import 'virtual:antd.css'
import '../styles/antd.css'
import { App, ConfigProvider } from 'antd'
import type { ReactNode } from 'react'
import { antdKey, antdTheme } from '../styles/theme.ts'

const theme = { ...antdTheme, hashed: false, zeroRuntime: true, cssVar: { key: antdKey } }

/** Wraps every React root: antd's theme, and its toasts for `useToast`. */
export function Frame({ children }: { children: ReactNode }) {
  return (
    <ConfigProvider theme={theme}>
      <App component={false}>{children}</App>
    </ConfigProvider>
  )
}

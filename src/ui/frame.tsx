import 'virtual:antd.css'
import '../styles/antd.css'
import { App, ConfigProvider } from 'antd'
import type { ReactNode } from 'react'
import { antdKey, antdTheme } from '../styles/theme.ts'
import { Boundary } from './boundary.tsx'

const theme = { ...antdTheme, hashed: false, zeroRuntime: true, cssVar: { key: antdKey } }

/** Wraps every React root: antd's theme, its toasts for `useToast`, and a notice in place of content that fails. */
export function Frame({ children }: { children: ReactNode }) {
  return (
    <ConfigProvider theme={theme}>
      <App component={false}>
        <Boundary>{children}</Boundary>
      </App>
    </ConfigProvider>
  )
}

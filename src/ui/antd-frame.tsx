import 'virtual:antd.css'
import '../styles/antd.css'
import ConfigProvider from 'antd/es/config-provider'
import type { ReactNode } from 'react'
import { antdKey, antdTheme } from '../styles/theme.ts'
import { Boundary } from './boundary.tsx'

const theme = { ...antdTheme, hashed: false, zeroRuntime: true, cssVar: { key: antdKey } }

/** Lists of antd's controls open inside the dialog that contains the control, because a modal dialog covers the rest. */
const popupContainer = (control?: HTMLElement) => control?.closest('dialog') ?? document.body

/** Wraps a React root that uses antd's controls: antd's theme, and a notice in place of content that fails. */
export function AntdFrame({ children }: { children: ReactNode }) {
  return (
    <ConfigProvider theme={theme} getPopupContainer={popupContainer}>
      <Boundary>{children}</Boundary>
    </ConfigProvider>
  )
}

import 'virtual:antd.css'
import '../styles/antd.css'
import ConfigProvider from 'antd/es/config-provider'
import type { ReactNode } from 'react'
import { antdKey, antdTheme } from '../styles/theme.ts'
import { Boundary } from './boundary.tsx'

const theme = { ...antdTheme, hashed: false, zeroRuntime: true, cssVar: { key: antdKey } }

/**
 * Returns the container for a control's popup: the dialog that contains the control, if any, because a modal dialog
 * covers everything else.
 */
const popupContainer = (control?: HTMLElement) => control?.closest('dialog') ?? document.body

/**
 * Wraps a React root that uses antd's controls. Applies antd's theme, and shows a notice in place of content that fails
 * to render.
 */
export function AntdFrame({ children }: { children: ReactNode }) {
  return (
    <ConfigProvider theme={theme} getPopupContainer={popupContainer}>
      <Boundary>{children}</Boundary>
    </ConfigProvider>
  )
}

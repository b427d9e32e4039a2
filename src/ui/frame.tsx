import 'virtual:antd.css'
import '../styles/antd.css'
import { App, ConfigProvider } from 'antd'
import { Component, type ReactNode } from 'react'
import { antdKey, antdTheme } from '../styles/theme.ts'
import { FailurePanel } from './failure-panel.tsx'

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

class Boundary extends Component<{ children: ReactNode }> {
  static getDerivedStateFromError = () => ({ hasFailed: true })
  override state = { hasFailed: false }

  override componentDidCatch(error: unknown): void {
    reportError(error)
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children
    return (
      <FailurePanel
        title="This part of the page has stopped working"
        reason="Nothing that you saved is lost."
        onRetry={() => this.setState({ hasFailed: false })}
      />
    )
  }
}

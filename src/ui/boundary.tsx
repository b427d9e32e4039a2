import { Component, type ReactNode } from 'react'
import { FailurePanel } from './failure-panel.tsx'

/** Shows a notice with Retry in place of content that fails to render, and reports the error. */
export class Boundary extends Component<{ children: ReactNode }> {
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

import { Button } from './button.tsx'

export interface FailureProps {
  /** The error text from section 8. */
  title: string
  /** The reason, in words for users. */
  reason: string
  isRetrying?: boolean
  onRetry: () => void
}

/** Takes the place of content that could not be loaded during an outage, which the shell reports. */
export const NOTHING_YET = 'Nothing to show yet.'

/**
 * A panel that replaces content that could not be loaded. While the server can't be reached, which the shell says, it
 * only says that there is nothing to show.
 */
export function FailurePanel({ title, reason, isRetrying = false, onRetry }: FailureProps) {
  return (
    <div className="failure-panel">
      <p className="muted" data-while="unreachable">
        {NOTHING_YET}
      </p>
      <div className="failure-reason" role="alert" data-while="reachable">
        <h2>{title}</h2>
        <p className="muted">{reason}</p>
        <RetryButton isRetrying={isRetrying} onRetry={onRetry} />
      </div>
    </div>
  )
}

/** A note above content that failed to refresh. Hidden while the server can't be reached, which the shell says. */
export function FailureNote({ title, reason, isRetrying = false, onRetry }: FailureProps) {
  return (
    <div className="notice" role="status" data-while="reachable">
      <span>
        <strong>{title}.</strong> {reason}
      </span>
      <RetryButton isRetrying={isRetrying} onRetry={onRetry} />
    </div>
  )
}

interface ErrorTextProps {
  text: string | null | undefined | false
  id?: string
}

const show = (error: Element | null) => error?.scrollIntoView({ block: 'nearest' })

/** An error message. Scrolls into view when it appears. Renders nothing without a text. */
export function ErrorText({ text, id }: ErrorTextProps) {
  if (!text) return null
  return (
    <p className="error-text" role="alert" id={id} ref={show}>
      {text}
    </p>
  )
}

function RetryButton({ isRetrying, onRetry }: { isRetrying: boolean; onRetry: () => void }) {
  return <Button quiet text={isRetrying ? 'Retrying…' : 'Retry'} disabled={isRetrying} onClick={onRetry} />
}

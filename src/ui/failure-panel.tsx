import { Button } from './button.tsx'

export interface FailureProps {
  /** The error text from section 8. */
  title: string
  /** The reason, in words for users. */
  reason: string
  isRetrying?: boolean
  onRetry: () => void
}

/** A panel that replaces content that could not be loaded. */
export function FailurePanel({ title, reason, isRetrying = false, onRetry }: FailureProps) {
  return (
    <div className="failure-panel" role="alert">
      <h2>{title}</h2>
      <p className="muted">{reason}</p>
      <RetryButton isRetrying={isRetrying} onRetry={onRetry} />
    </div>
  )
}

/** A note above content that failed to refresh. */
export function FailureNote({ title, reason, isRetrying = false, onRetry }: FailureProps) {
  return (
    <div className="notice" role="status">
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

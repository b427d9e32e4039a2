import { FailurePanel, type FailureProps } from './failure-panel.tsx'

interface Props {
  problem: FailureProps | null
  /** Describes what is loading. */
  text: string
}

/** Replaces content that has not loaded. Shows a loading text, or the reason for the failure. */
export function NotLoaded({ problem, text }: Props) {
  if (problem) return <FailurePanel {...problem} />
  return (
    <p className="muted" role="status">
      {text}
    </p>
  )
}

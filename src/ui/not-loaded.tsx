import { FailurePanel, type FailureProps } from './failure-panel.tsx'

interface Props {
  problem: FailureProps | null
  /** Says what is loading. */
  text: string
}

/** In place of content that has not loaded: that it is loading, or why it could not be loaded. */
export function NotLoaded({ problem, text }: Props) {
  if (problem) return <FailurePanel {...problem} />
  return (
    <p className="muted" role="status">
      {text}
    </p>
  )
}

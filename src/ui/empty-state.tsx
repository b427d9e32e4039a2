import './failure-panel.css'
import type { ReactNode } from 'react'

interface Props {
  title: string
  text: string
  /** What the reader can do about it. */
  children?: ReactNode
}

/** Stands in the place of a list that has nothing to show. */
export function EmptyState({ title, text, children }: Props) {
  return (
    <div className="empty-state">
      <h2>{title}</h2>
      <p className="muted">{text}</p>
      {children}
    </div>
  )
}

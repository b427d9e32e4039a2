import type { ReactNode } from 'react'

interface Props {
  title: string
  text: string
  /** The action offered to the user. */
  children?: ReactNode
}

/** A placeholder for an empty list. */
export function EmptyState({ title, text, children }: Props) {
  return (
    <div className="empty-state">
      <h2>{title}</h2>
      <p className="muted">{text}</p>
      {children}
    </div>
  )
}

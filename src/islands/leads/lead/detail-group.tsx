import './detail-group.css'
import type { ReactNode } from 'react'

export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="lead-group">
      <h2>{title}</h2>
      <dl>{children}</dl>
    </div>
  )
}

/** A single detail. A missing value shows `Not provided` (section 2, Lead dialog). */
export function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children || <span className="muted">Not provided</span>}</dd>
    </div>
  )
}

import './section.css'
import type { ReactNode } from 'react'
import { SETTINGS_SECTIONS, type SectionId } from '../../domain/settings/sections.ts'
import type { Problem } from '../../stores/shell/problem.ts'
import { FailurePanel } from '../../ui/failure-panel.tsx'

/** Returns the anchor of a section. */
export const anchorOf = (id: SectionId) => `section-${id}`

interface Props {
  id: SectionId
  lead?: ReactNode
  aside?: ReactNode
  /** Replaces content that could not be loaded. */
  problem?: Problem | null
  children: ReactNode
}

/** One section of the screen with its heading. */
export function Section({ id, lead, aside, problem, children }: Props) {
  const title = SETTINGS_SECTIONS.find((section) => section.id === id)?.title
  return (
    <section className="card settings-section" id={anchorOf(id)} aria-labelledby={`${anchorOf(id)}-title`}>
      <header>
        <div>
          <h2 id={`${anchorOf(id)}-title`} tabIndex={-1}>
            {title}
          </h2>
          {lead && <p className="muted">{lead}</p>}
        </div>
        {!problem && aside}
      </header>
      {problem ? <FailurePanel {...problem} onRetry={problem.retry} /> : children}
    </section>
  )
}

import type { ReactNode } from 'react'
import { SETTINGS_SECTIONS, type SectionId } from '../../domain/settings-sections.ts'

/** The anchor of a section. */
export const anchorOf = (id: SectionId) => `section-${id}`

interface Props {
  id: SectionId
  lead?: ReactNode
  aside?: ReactNode
  children: ReactNode
}

/** One of the sections of the screen, under its heading. */
export function Section({ id, lead, aside, children }: Props) {
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
        {aside}
      </header>
      {children}
    </section>
  )
}

import './section.css'
import { useStore } from '@nanostores/react'
import { computed, type ReadableAtom } from 'nanostores'
import { type ReactNode, useState } from 'react'
import { SETTINGS_SECTIONS, type SectionId, titleOf } from '../../domain/settings/fields.ts'
import { sectionProgress } from '../../domain/settings/section-progress.ts'
import { emptySummary, sectionSummary } from '../../domain/settings/section-summary.ts'
import type { Settings } from '../../domain/settings/settings.ts'
import type { Problem } from '../../stores/base/failures.ts'
import {
  $sections,
  $shownForm,
  $unfolded,
  sectionsWithPrivate,
  setUnfolded,
} from '../../stores/settings/settings.ts'
import { FailurePanel } from '../../ui/failure-panel.tsx'
import { Icon } from '../../ui/icon.tsx'

export const anchorOf = (id: SectionId) => `section-${id}`

/** Returns a store per section with a text about it, updated after the next paint. */
const eachSection = (textOf: (id: SectionId, form: Settings) => string) =>
  Object.fromEntries(
    SETTINGS_SECTIONS.map(({ id }) => [id, computed($shownForm, (form) => textOf(id, form))]),
  ) as Record<SectionId, ReadableAtom<string>>

const summaries = eachSection(sectionSummary)
const missingLabels = eachSection((id, form) => sectionProgress(id, form).missing.join(', '))

interface Props {
  id: SectionId
  lead?: ReactNode
  aside?: ReactNode
  /** The loading problem, which replaces the content. */
  problem?: Problem | null
  /** Replaces the line that summarizes the section's values. */
  summary?: string | undefined
  children: ReactNode
}

/**
 * One section of the screen: a heading that collapses the content, and a line that summarizes its values while it is
 * collapsed. The content is rendered when the section is expanded for the first time.
 */
export function Section({ id, lead, aside, problem, summary, children }: Props) {
  const isUnfolded = useStore($unfolded).has(id)
  const titleId = `${anchorOf(id)}-title`
  const [isRendered, setRendered] = useState(isUnfolded)
  if (isUnfolded && !isRendered) setRendered(true)
  return (
    <section className="card settings-section" id={anchorOf(id)} aria-labelledby={titleId}>
      <details open={isUnfolded} onToggle={({ currentTarget }) => setUnfolded(id, currentTarget.open)}>
        <summary>
          <span className="section-head">
            <h2 id={titleId}>{titleOf(id)}</h2>
            <State id={id} />
            {!isUnfolded && <Summary id={id} text={problem?.title ?? summary} />}
          </span>
          <Icon name="chevron" />
        </summary>
        <div className="section-body">
          {(lead || aside) && (
            <div className="section-lead">
              {lead && <p className="muted">{lead}</p>}
              {!problem && aside}
            </div>
          )}
          {problem && <FailurePanel {...problem} />}
          {!problem && isRendered && children}
        </div>
      </details>
    </section>
  )
}

function Summary({ id, text }: { id: SectionId; text: string | undefined }) {
  const own = useStore(summaries[id])
  const shown = text ?? own
  return (
    <span className="section-summary" dir="auto">
      {shown || emptySummary(id)}
    </span>
  )
}

/** Shows what is missing, invalid, or unsaved. */
function State({ id }: { id: SectionId }) {
  const section = useStore($sections)?.find((each) => each.id === id)
  const missing = useStore(missingLabels[id])
  const isPrivate = useStore(sectionsWithPrivate[id])
  if (!section) return null
  const { needsAttention, isChanged } = section
  return (
    <>
      {missing && <span className="section-tag missing">Missing: {missing}</span>}
      {isPrivate && <span className="section-tag missing">Private text</span>}
      {needsAttention && <span className="section-tag wrong">Needs attention</span>}
      {isChanged && <span className="section-tag changed">Unsaved</span>}
    </>
  )
}

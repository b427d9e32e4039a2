import './section-nav.css'
import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { completenessBand } from '../../domain/settings/completeness.ts'
import { SETTINGS_SECTIONS, type SectionId } from '../../domain/settings/fields.ts'
import {
  $completeness,
  $sections,
  $unfolded,
  type SectionState,
  setAllUnfolded,
} from '../../stores/settings/settings.ts'
import { Button } from '../../ui/button.tsx'
import { goToSection } from './focus.ts'
import { anchorOf } from './section.tsx'

/** The sections and the total with their completeness: a list next to the form, or a select on phones. */
export function SectionNav() {
  const sections = useStore($sections)
  const percentage = useStore($completeness) ?? 0
  const current = useSectionInSight()
  if (!sections) return null
  return (
    <nav className="section-nav" aria-label="Settings sections">
      <div className="nav-whole" data-tone={completenessBand(percentage)?.tone ?? 'success'}>
        <span id="completeness-label">Profile completeness</span>
        <strong data-completeness>{percentage}%</strong>
        <progress aria-labelledby="completeness-label" max={100} value={percentage} />
      </div>
      <select
        className="field-box choice nav-select"
        aria-label="Go to section"
        value={current}
        onChange={({ target }) => goToSection(target.value as SectionId)}
      >
        {sections.map((section) => (
          <option key={section.id} value={section.id}>
            {[section.title, section.needsAttention ? 'needs attention' : markOf(section)]
              .filter(Boolean)
              .join(' · ')}
          </option>
        ))}
      </select>
      <ol className="nav-list">
        {sections.map((section) => (
          <li key={section.id}>
            <a
              href={`#${anchorOf(section.id)}`}
              // Handle the click, in case the URL already has this fragment.
              onClick={() => goToSection(section.id)}
              aria-current={section.id === current ? 'location' : undefined}
              data-attention={section.needsAttention || undefined}
            >
              <span>{section.title}</span>
              <span className="nav-state" title={section.missing.join(', ') || undefined}>
                <span aria-hidden="true">{markOf(section)}</span>
                {section.isChanged && <span className="nav-changed" />}
                <span className="hidden-text">{stateInWords(section)}</span>
              </span>
            </a>
          </li>
        ))}
      </ol>
      <FoldAll />
    </nav>
  )
}

/** Expands all sections, or collapses them if all are expanded. */
function FoldAll() {
  const isAll = useStore($unfolded).size === SETTINGS_SECTIONS.length
  return (
    <Button
      link
      className="nav-fold"
      text={isAll ? 'Collapse all' : 'Expand all'}
      onClick={() => setAllUnfolded(!isAll)}
    />
  )
}

function markOf({ percentage, needsAttention }: SectionState): string {
  if (needsAttention) return '!'
  if (percentage === null) return ''
  return percentage === 100 ? '✓' : `${percentage}%`
}

/** Describes the marks and colors for screen readers. */
function stateInWords({ percentage, missing, isChanged, needsAttention }: SectionState): string {
  const isPartial = percentage !== null && percentage < 100
  return [
    needsAttention && 'needs attention',
    percentage === 100 && 'complete',
    isPartial && `${percentage}% complete`,
    missing.length > 0 && `missing ${missing.join(', ')}`,
    isChanged && 'unsaved changes',
  ]
    .filter(Boolean)
    .join(', ')
}

/** Returns the section in the upper part of the viewport. */
function useSectionInSight(): SectionId {
  const [current, setCurrent] = useState<SectionId>('business')
  useEffect(() => {
    const seen = new Set<Element>()
    const elements = SETTINGS_SECTIONS.map(({ id }) => document.getElementById(anchorOf(id)))
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          if (isIntersecting) seen.add(target)
          else seen.delete(target)
        }
        const first = elements.findIndex((element) => element && seen.has(element))
        const section = SETTINGS_SECTIONS[first]
        if (section) setCurrent(section.id)
      },
      { rootMargin: '-20% 0px -65% 0px' },
    )
    for (const element of elements) if (element) observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return current
}

import { computed, type ReadableAtom } from 'nanostores'
import { completenessOf } from '../domain/completeness.ts'
import {
  SETTINGS_SECTIONS,
  type SectionId,
  type SectionProgress,
  sectionOf,
  sectionProgress,
} from '../domain/settings-sections.ts'
import { $changedFields, $conflicts, $fieldErrors, $settings } from './settings-state.ts'

/** Section 5: completeness of what is shown, saved or not, 0 to 100; null until it is loaded. */
export const $completeness: ReadableAtom<number | null> = computed($settings, (settings) =>
  settings ? completenessOf(settings) : null,
)

/** One section in the navigation. */
export interface SectionState extends SectionProgress {
  id: SectionId
  title: string
  isChanged: boolean
  /** The server has refused something in it, or another person has changed it too. */
  needsAttention: boolean
}

/** The sections in their order; null until the settings are loaded. */
export const $sections: ReadableAtom<readonly SectionState[] | null> = computed(
  [$settings, $changedFields, $fieldErrors, $conflicts],
  (settings, changed, errors, conflicts) => {
    if (!settings) return null
    const changedIn = new Set(changed.map(sectionOf))
    const troubledIn = new Set([...errors, ...conflicts].map(({ field }) => sectionOf(field)))
    return SETTINGS_SECTIONS.map(({ id, title }) => ({
      id,
      title,
      ...sectionProgress(id, settings),
      isChanged: changedIn.has(id),
      needsAttention: troubledIn.has(id),
    }))
  },
)

import { computed, type ReadableAtom } from 'nanostores'
import { type CompletenessField, completenessOf, missingFields } from '../../domain/settings/completeness.ts'
import { SETTINGS_SECTIONS, type SectionId, sectionOf } from '../../domain/settings/fields.ts'
import { type SectionProgress, sectionProgress } from '../../domain/settings/section-progress.ts'
import { $profile } from './profile.ts'
import { $conflicts, $fieldErrors, $isEscalationAutoFilled, $shownChanges } from './state.ts'

/** The completeness of the saved profile (section 5), 0 to 100; null until it has loaded. */
export const $completeness: ReadableAtom<number | null> = computed($profile, ({ data }) =>
  data ? completenessOf(data) : null,
)

/** The required fields that the saved profile lacks (section 5); empty until it has loaded. */
export const $missingFields: ReadableAtom<readonly CompletenessField[]> = computed($profile, ({ data }) =>
  data ? missingFields(data) : [],
)

/** A section in the navigation, with the completeness of its saved values. */
export interface SectionState extends SectionProgress {
  id: SectionId
  title: string
  /** Whether it has unsaved values, either typed by the user or filled in by the console. */
  isChanged: boolean
  /**
   * Whether the server has rejected a value in it, or someone else has changed a value that the user has changed too.
   */
  needsAttention: boolean
}

/** The sections in order; null until the profile has loaded. */
export const $sections: ReadableAtom<readonly SectionState[] | null> = computed(
  [$profile, $shownChanges, $isEscalationAutoFilled, $fieldErrors, $conflicts],
  ({ data }, changed, isAutoFilled, errors, conflicts) => {
    if (!data) return null
    const changedIn = new Set(changed.map(sectionOf))
    if (isAutoFilled) changedIn.add(sectionOf('escalation_email'))
    const affectedSections = new Set([...errors, ...conflicts].map(({ field }) => sectionOf(field)))
    const shown = SETTINGS_SECTIONS.filter(({ id }) => id !== 'phone' || data.text_back !== undefined)
    return shown.map(({ id, title }) => ({
      id,
      title,
      ...sectionProgress(id, data),
      isChanged: changedIn.has(id),
      needsAttention: affectedSections.has(id),
    }))
  },
)

import { computed, type ReadableAtom } from 'nanostores'
import { completenessOf } from '../../domain/settings/completeness.ts'
import {
  SETTINGS_SECTIONS,
  type SectionId,
  type SectionProgress,
  sectionOf,
  sectionProgress,
} from '../../domain/settings/sections.ts'
import { $profile } from './profile.ts'
import { $changedFields, $conflicts, $fieldErrors, $isEscalationAutoFilled } from './state.ts'

/**
 * Section 5: completeness of what is saved, which is what the agent knows and every other screen shows, 0 to 100;
 * null until it is loaded.
 */
export const $completeness: ReadableAtom<number | null> = computed($profile, ({ data }) =>
  data ? completenessOf(data) : null,
)

/** One section in the navigation, as complete as what of it is saved. */
export interface SectionState extends SectionProgress {
  id: SectionId
  title: string
  /** Something in it is not saved, be it typed or filled in by the console. */
  isChanged: boolean
  /** The server has refused something in it, or another person has changed it too. */
  needsAttention: boolean
}

/** The sections in their order; null until the profile is loaded. */
export const $sections: ReadableAtom<readonly SectionState[] | null> = computed(
  [$profile, $changedFields, $isEscalationAutoFilled, $fieldErrors, $conflicts],
  ({ data }, changed, isAutoFilled, errors, conflicts) => {
    if (!data) return null
    const changedIn = new Set(changed.map(sectionOf))
    if (isAutoFilled) changedIn.add(sectionOf('escalation_email'))
    const troubledIn = new Set([...errors, ...conflicts].map(({ field }) => sectionOf(field)))
    return SETTINGS_SECTIONS.map(({ id, title }) => ({
      id,
      title,
      ...sectionProgress(id, data),
      isChanged: changedIn.has(id),
      needsAttention: troubledIn.has(id),
    }))
  },
)

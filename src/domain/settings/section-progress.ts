import { COMPLETENESS_FIELDS, type CompletenessProfile, isFilled } from './completeness.ts'
import { SETTINGS_FIELDS, type SectionId, sectionOf, titleOf } from './fields.ts'

/** The completeness of a section, based on the fields that count (section 5). */
export interface SectionProgress {
  /** The weighted percentage, 0 to 100. Null if no field of the section counts. */
  percentage: number | null
  /** The names of the missing required fields. One without an asterisk is named like its section. */
  missing: readonly string[]
}

export function sectionProgress(id: SectionId, profile: CompletenessProfile): SectionProgress {
  const counted = COMPLETENESS_FIELDS.filter(({ field }) => sectionOf(field) === id)
  const filled = counted.filter(({ field }) => isFilled(profile[field]))
  const weigh = (fields: readonly { weight: number }[]) => fields.reduce((sum, { weight }) => sum + weight, 0)
  const missing = counted.filter(({ field, required }) => required && !isFilled(profile[field]))
  return {
    percentage: counted.length === 0 ? null : Math.round((weigh(filled) / weigh(counted)) * 100),
    missing: missing.map(({ field }) =>
      SETTINGS_FIELDS[field].isRequired ? SETTINGS_FIELDS[field].label : titleOf(id),
    ),
  }
}

import type { Profile } from '../../contract/profile.ts'

/** Section 5, Profile completeness: the fields, their weights, and which are required. */
export const COMPLETENESS_FIELDS = [
  { field: 'business_name', weight: 15, required: true },
  { field: 'agent_name', weight: 15, required: true },
  { field: 'services_description', weight: 20, required: true },
  { field: 'phone', weight: 10, required: true },
  { field: 'email', weight: 10, required: true },
  { field: 'escalation_email', weight: 10, required: true },
  { field: 'service_area_type', weight: 10, required: true },
  { field: 'business_hours', weight: 5, required: false },
  { field: 'pricing_notes', weight: 5, required: false },
] as const satisfies readonly { field: keyof Profile; weight: number; required: boolean }[]

export type CompletenessField = (typeof COMPLETENESS_FIELDS)[number]['field']

export type CompletenessProfile = Pick<Profile, CompletenessField>

/** The banner for a range of percentages (section 4). */
export interface CompletenessBand {
  tone: 'success' | 'warning' | 'orange' | 'red'
  message: string
  button: 'View Setup' | 'Finish Setup' | 'Complete Setup'
}

const ESSENTIALS =
  'Complete the essential fields to make sure your agent mirrors your brand and your business.'

/** Returns whether a value counts as filled (section 5): a nonblank string, or a nonempty list. */
export function isFilled(value: CompletenessProfile[CompletenessField]): boolean {
  if (value === null) return false
  return typeof value === 'string' ? value.trim() !== '' : value.length > 0
}

/** Returns the completeness as a rounded percentage, 0 to 100. */
export function completenessOf(profile: CompletenessProfile): number {
  const total = COMPLETENESS_FIELDS.reduce((sum, { weight }) => sum + weight, 0)
  const filled = COMPLETENESS_FIELDS.filter(({ field }) => isFilled(profile[field]))
  return Math.round((filled.reduce((sum, { weight }) => sum + weight, 0) / total) * 100)
}

/** Returns the banner for a percentage (section 4), or null at 100. */
export function completenessBand(percentage: number): CompletenessBand | null {
  if (percentage >= 100) return null
  if (percentage >= 80) {
    return { tone: 'success', message: 'Your agent is ready to help customers!', button: 'View Setup' }
  }
  if (percentage >= 60) {
    const message = 'Almost ready! Complete the remaining fields to go live.'
    return { tone: 'warning', message, button: 'Finish Setup' }
  }
  return { tone: percentage >= 40 ? 'orange' : 'red', message: ESSENTIALS, button: 'Complete Setup' }
}

export function missingFields(profile: CompletenessProfile): readonly CompletenessField[] {
  const missing = COMPLETENESS_FIELDS.filter(({ field, required }) => required && !isFilled(profile[field]))
  return missing.map(({ field }) => field)
}

/** Returns the first empty required field, or null if there is none. The banner's button scrolls to it. */
export function firstMissingField(profile: CompletenessProfile): CompletenessField | null {
  return missingFields(profile)[0] ?? null
}

import { present } from './name.ts'

/** Predefined reasons for a lost lead. */
export const LOSS_REASONS = [
  'Too expensive',
  'Chose a competitor',
  'No response',
  'Outside service area',
  'Service not offered',
  'Changed their mind',
] as const

/** Why leads were lost; both fields are blank if the user skipped the question. */
export interface LossAnswer {
  reason: string
  note: string
}

export const NO_REASON: LossAnswer = { reason: '', note: '' }

/** Appends a note. */
export function joinNotes(notes: string | null, added: string): string {
  return [present(notes), present(added)].filter((part) => part !== null).join('\n')
}

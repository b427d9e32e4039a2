import { present } from './lead-name.ts'

/** What an owner can tap when a lead is lost. */
export const LOSS_REASONS = [
  'Too expensive',
  'Chose a competitor',
  'No response',
  'Outside service area',
  'Service not offered',
  'Changed their mind',
] as const

/** Why leads were lost; both are blank when the question was skipped. */
export interface LossAnswer {
  reason: string
  note: string
}

export const NO_REASON: LossAnswer = { reason: '', note: '' }

/** Notes with one more below them. */
export function joinNotes(notes: string | null, added: string): string {
  return [present(notes), present(added)].filter((part) => part !== null).join('\n')
}

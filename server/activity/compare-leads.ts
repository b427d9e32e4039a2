import { type Lead, LeadFields } from '../../src/contract/leads.ts'
import { LIMITS } from '../../src/contract/limits.ts'
import { cutText } from '../../src/domain/common/cut-text.ts'
import type { Happening } from './record.ts'

type Editable = Exclude<keyof LeadFields, 'status'>

const EDITABLE = Object.keys(LeadFields.entries).filter((name): name is Editable => name !== 'status')

export type Compared = Pick<Lead, keyof LeadFields | 'loss_reason'>
type Status = Pick<Lead, 'status' | 'loss_reason'>

const excerpt = (value: string | null) =>
  value !== null && value.length > LIMITS.line ? `${cutText(value, LIMITS.line)}…` : value

/**
 * Returns what changed between two states of a lead. `note` is the text appended to the notes. Truncates values longer
 * than 500 characters.
 */
export function changesOf(before: Compared, after: Compared, note: string | null = null): Happening[] {
  const changed = EDITABLE.filter((name) => before[name] !== after[name]).filter(
    (name) => note === null || name !== 'notes',
  )
  const fields = changed.map((name) => [name, { from: excerpt(before[name]), to: excerpt(after[name]) }])
  return [
    ...statusChange(before, after),
    ...(changed.length > 0
      ? [{ type: 'edited' as const, data: { fields: Object.fromEntries(fields) } }]
      : []),
    ...(note === null ? [] : [{ type: 'note' as const, data: { text: note } }]),
  ]
}

/** Returns the event of a changed status or loss reason; an empty list if neither has changed. */
export function statusChange(before: Status, after: Status): Happening[] {
  const { status: to, loss_reason } = after
  if (before.status === to && before.loss_reason === loss_reason) return []
  return [{ type: 'status', data: { from: before.status, to, ...(loss_reason !== null && { loss_reason }) } }]
}

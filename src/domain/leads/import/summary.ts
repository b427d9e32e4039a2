import type { LeadImport } from '../../../contract/lead-imports.ts'
import { counted } from '../../common/counted.ts'
import { grouped } from '../../common/grouped.ts'

/** Returns sentences that describe the result of an import. */
export function importSummary({ imported, present, refused, finished_at, rows }: LeadImport): string {
  const there = present.email + present.phone + present.row
  const parts = [
    `${counted(imported, 'lead')} imported`,
    ...(there > 0 ? [`${grouped(there)} already there`] : []),
    ...(refused > 0 ? [`${grouped(refused)} rejected`] : []),
  ]
  const done = imported + there + refused
  const rest = Math.max(0, rows - done)
  return finished_at === null
    ? `${parts.join(', ')}. ${counted(rest, 'row is', 'rows are')} left: choose the file again to continue.`
    : `${parts.join(', ')}.`
}

/** Returns sentences that describe the result of Undo: what was removed, what stayed, and why. */
export function undoSummary({ imported, removed, changed, tasks }: LeadImport): string {
  const gone = imported - removed - changed - tasks
  return [
    `Undone: ${counted(removed, 'lead')} removed.`,
    ...(changed > 0
      ? [`${counted(changed, 'has', 'have')} stayed because someone changed or called them.`]
      : []),
    ...(tasks > 0 ? [`${counted(tasks, 'has', 'have')} stayed because of tasks for them.`] : []),
    ...(gone > 0 ? [`${counted(gone, 'was', 'were')} already deleted.`] : []),
  ].join(' ')
}

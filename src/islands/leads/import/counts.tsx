import { grouped } from '../../../domain/common/grouped.ts'
import type { Tally } from '../../../domain/leads/import/verdicts.ts'

/** The number of rows per outcome, actual or expected. */
export function Counts({ counts, freshLabel }: { counts: Tally; freshLabel: string }) {
  const lines: [string, number][] = [
    [freshLabel, counts.fresh],
    ['Already there, same email', counts.email],
    ['Already there, same phone number', counts.phone],
    ['Imported before, or twice in the file', counts.row],
    ['Rejected', counts.refused],
  ]
  return (
    <dl className="dialog-facts import-counts">
      {lines.map(([label, number], at) =>
        number > 0 || at === 0 ? (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{grouped(number)}</dd>
          </div>
        ) : null,
      )}
    </dl>
  )
}

import { counted } from '../../../domain/common/counted.ts'
import { grouped } from '../../../domain/common/grouped.ts'
import { remarkCounts, whyLeftOut } from '../../../domain/leads/import/verdicts.ts'
import { type ImportWork, saveLeftOut } from '../../../stores/leads/import/import.ts'
import { Button } from '../../../ui/button.tsx'

/** Number of rows and remarks listed here. The downloadable file contains all of them. */
const NAMED = 5

/**
 * The skipped rows with the reasons, rejected rows first; what was repaired or moved to the notes; and a file with all
 * of these rows.
 */
export function LeftOut({ work }: { work: ImportWork }) {
  const left = work.verdicts.flatMap((verdict) => {
    const why = whyLeftOut(verdict)
    return why === null ? [] : [{ row: verdict.row, why, isRefused: verdict.reason !== null }]
  })
  const remarks = remarkCounts(work.verdicts)
  if (left.length + remarks.length === 0) return null
  const named = left.toSorted((a, b) => Number(b.isRefused) - Number(a.isRefused) || a.row - b.row)
  return (
    <>
      {left.length > 0 && (
        <section className="import-left-out" aria-label="Rows that are left out">
          <ul className="dialog-list">
            {named.slice(0, NAMED).map(({ row, why }) => (
              <li key={row}>
                Row {grouped(row)}: {why}.
              </li>
            ))}
          </ul>
          {left.length > NAMED && <p className="muted">And {counted(left.length - NAMED, 'more row')}.</p>}
        </section>
      )}
      {remarks.length > 0 && (
        <section className="import-left-out" aria-label="Details that differ from the file">
          <p>What could not be read is kept in the lead's notes, except for errors of spreadsheets.</p>
          <ul className="dialog-list">
            {remarks.slice(0, NAMED).map(({ remark, rows }) => (
              <li key={remark}>
                {counted(rows, 'row')}: {remark}.
              </li>
            ))}
          </ul>
          {remarks.length > NAMED && (
            <p className="muted">And {counted(remarks.length - NAMED, 'more reason')}.</p>
          )}
        </section>
      )}
      <div className="import-left-out">
        <Button quiet text="Download these rows" onClick={() => saveLeftOut(work)} />
      </div>
    </>
  )
}

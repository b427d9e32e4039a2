import { counted } from '../../../domain/common/counted.ts'
import { whyLeftOut } from '../../../domain/leads/import/verdicts.ts'
import { type ImportWork, saveLeftOut } from '../../../stores/leads/import/import.ts'
import { Button } from '../../../ui/button.tsx'

/** Number of rows listed here. The downloadable file contains all of them. */
const NAMED = 5

/** The skipped rows with the reasons, rejected rows first, and a file with all of them. */
export function LeftOut({ work }: { work: ImportWork }) {
  const left = work.verdicts.flatMap((verdict) => {
    const why = whyLeftOut(verdict)
    return why === null ? [] : [{ row: verdict.row, why, isRefused: verdict.reason !== null }]
  })
  if (left.length === 0) return null
  const named = left.toSorted((a, b) => Number(b.isRefused) - Number(a.isRefused) || a.row - b.row)
  return (
    <section className="import-left-out" aria-label="Rows that are left out">
      <ul className="dialog-list">
        {named.slice(0, NAMED).map(({ row, why }) => (
          <li key={row}>
            Row {row.toLocaleString('en-US')}: {why}.
          </li>
        ))}
      </ul>
      {left.length > NAMED && <p className="muted">And {counted(left.length - NAMED, 'more row')}.</p>}
      <Button quiet text="Download rows that are left out" onClick={() => saveLeftOut(work)} />
    </section>
  )
}

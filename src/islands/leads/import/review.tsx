import { counted } from '../../../domain/common/counted.ts'
import { tally } from '../../../domain/leads/import/verdicts.ts'
import { changeColumns, type ImportWork, importFile } from '../../../stores/leads/import/import.ts'
import { Button } from '../../../ui/button.tsx'
import { Counts } from './counts.tsx'
import { LeftOut } from './left-out.tsx'

/** The result of the dry run. Nothing is stored yet. */
export function Review({ work }: { work: ImportWork }) {
  const counts = tally(work.verdicts)
  return (
    <>
      <p>
        <strong className="import-name">{work.file.name}</strong> is checked, and nothing is imported yet.
      </p>
      <Counts counts={counts} freshLabel="New" />
      <LeftOut work={work} />
      <div className="dialog-actions">
        <Button quiet text="Back to columns" onClick={changeColumns} />
        <Button
          text={`Import ${counted(counts.fresh, 'lead')}`}
          disabled={counts.fresh === 0}
          onClick={() => void importFile()}
        />
      </div>
    </>
  )
}

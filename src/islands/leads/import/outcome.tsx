import type { LeadImport } from '../../../contract/lead-imports.ts'
import { undoSummary } from '../../../domain/leads/import/summary.ts'
import { type ImportWork, startOver } from '../../../stores/leads/import/import.ts'
import { showLeadPanel } from '../../../stores/leads/panels.ts'
import { Button } from '../../../ui/button.tsx'
import { Counts } from './counts.tsx'
import { LeftOut } from './left-out.tsx'
import { UndoImport } from './undo-import.tsx'

/** The report of an import, with Undo. */
export function Outcome({ work, result }: { work: ImportWork; result: LeadImport }) {
  const { imported, present, refused } = result
  const finish = () => {
    showLeadPanel(null)
    startOver()
  }
  return (
    <>
      <p>
        <strong className="import-name">{work.file.name}</strong>
      </p>
      <Counts counts={{ fresh: imported, ...present, refused }} freshLabel="Imported" />
      {result.undone_at && <p role="status">{undoSummary(result)}</p>}
      <LeftOut work={work} />
      <UndoImport one={result} />
      <div className="dialog-actions">
        <Button quiet text="Import another file" onClick={startOver} />
        <Button text="Done" onClick={finish} />
      </div>
    </>
  )
}

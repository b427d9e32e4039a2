import { useStore } from '@nanostores/react'
import type { LeadImport } from '../../../contract/lead-imports.ts'
import { importSummary, undoSummary } from '../../../domain/leads/import/summary.ts'
import { $now } from '../../../stores/base/time.ts'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { UndoImport } from './undo-import.tsx'

/** A recent import, with Undo. */
export function PastImport({ one }: { one: LeadImport }) {
  const now = useStore($now)
  return (
    <li>
      <div>
        <strong>{one.file_name}</strong>
        <p className="muted">
          <RelativeTime instant={one.created_at} now={now} />
          {one.created_by && ` by ${one.created_by}`}. {importSummary(one)}
        </p>
        {one.undone_at && <p className="muted">{undoSummary(one)}</p>}
      </div>
      <UndoImport one={one} isNamed />
    </li>
  )
}

import { useStore } from '@nanostores/react'
import { IMPORT_LIMITS } from '../../../contract/lead-imports.ts'
import { grouped } from '../../../domain/common/grouped.ts'
import { $integrationStatus } from '../../../stores/integrations/integrations.ts'
import { $imports, chooseFile, rejectFile } from '../../../stores/leads/import/import.ts'
import { tooLarge } from '../../../stores/leads/import/read-file.ts'
import { ErrorText } from '../../../ui/failure-panel.tsx'
import { FileDrop } from '../../../ui/file-drop.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { PastImport } from './past-import.tsx'

interface Props {
  isReading: boolean
  /** The share of the file that is read, from 0 to 1. */
  readShare: number
  problem: string | null
}

/** The first step: choosing or dropping a file. Also lists recent imports. */
export function ChooseFile({ isReading, readShare, problem }: Props) {
  const { data: imports } = useStore($imports)
  const { data: integrations } = useStore($integrationStatus)
  const read = (file: File) => {
    if (file.size > IMPORT_LIMITS.bytes) rejectFile(tooLarge(file.size))
    else void chooseFile(file.name, () => file.arrayBuffer())
  }
  if (imports === null) return <p className="muted">This version of the API cannot import leads.</p>
  return (
    <>
      <FileDrop
        label="CSV file with leads"
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
        button={{
          text: isReading ? 'Reading…' : 'Choose CSV file',
          disabled: isReading,
        }}
        isAutofocused
        onFile={read}
      >
        <p className="muted">
          or drop it here. Up to {grouped(IMPORT_LIMITS.rows)} rows and {IMPORT_LIMITS.bytes / 1_048_576} MB,
          with the names of the columns above the leads.
        </p>
        {readShare > 0 && (
          <div className="import-reading">
            <ProgressBar label="Reading the file" value={readShare} max={1} />
          </div>
        )}
      </FileDrop>
      <ErrorText text={problem && `${problem}.`} />
      <p className="muted">
        Nobody is notified of imported leads, and nothing is sent to them. You can undo an import for{' '}
        {IMPORT_LIMITS.undoDays} days.
        {integrations?.hubspot_connected &&
          ' Imported leads become contacts in HubSpot, which stay there after an undo.'}
      </p>
      {imports && imports.length > 0 && (
        <section className="import-past" aria-label="Recent imports">
          <h3>Recent imports</h3>
          <ul>
            {imports.map((one) => (
              <PastImport key={one.id} one={one} />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

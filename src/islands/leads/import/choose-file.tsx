import { useStore } from '@nanostores/react'
import { useRef, useState } from 'react'
import { IMPORT_LIMITS } from '../../../contract/lead-imports.ts'
import { $integrationStatus } from '../../../stores/integrations/integrations.ts'
import { $imports, chooseFile, rejectFile } from '../../../stores/leads/import/import.ts'
import { tooLarge } from '../../../stores/leads/import/read-file.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorText } from '../../../ui/failure-panel.tsx'
import { PastImport } from './past-import.tsx'

/** The first step: choosing or dropping a file. Also lists recent imports. */
export function ChooseFile({ isReading, problem }: { isReading: boolean; problem: string | null }) {
  const { data: imports } = useStore($imports)
  const { data: integrations } = useStore($integrationStatus)
  const picker = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const read = (file: File | undefined) => {
    if (!file) return
    if (file.size > IMPORT_LIMITS.bytes) rejectFile(tooLarge(file.size))
    else void chooseFile(file.name, () => file.arrayBuffer())
  }
  if (imports === null) return <p className="muted">This version of the API cannot import leads.</p>
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an alternative to the button inside */}
      <div
        className="import-drop"
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          read(event.dataTransfer.files[0])
        }}
      >
        <input
          ref={picker}
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
          hidden
          aria-label="CSV file with leads"
          onChange={({ target }) => {
            const [file] = target.files ?? []
            target.value = ''
            read(file)
          }}
        />
        <Button
          text={isReading ? 'Reading…' : 'Choose CSV file'}
          data-autofocus
          disabled={isReading}
          onClick={() => picker.current?.click()}
        />
        <p className="muted">
          or drop it here. Up to {IMPORT_LIMITS.rows.toLocaleString('en-US')} rows and{' '}
          {IMPORT_LIMITS.bytes / 1_048_576} MB, with the names of the columns above the leads.
        </p>
      </div>
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

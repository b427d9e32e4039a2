import { useState } from 'react'
import { MOST_CSV_CHARACTERS } from '../../domain/settings/faq-csv.ts'
import { saveFile } from '../../platform/page/download.ts'
import { exportFaqs, type FaqImport, importFaqs, removeAll } from '../../stores/settings/settings.ts'
import { Button } from '../../ui/button.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useUndo } from '../../ui/use-undo.ts'

/** Maximum number of rejected lines listed in the message. */
const NAMED = 5

/** Imports and exports questions and answers as CSV. */
export function FaqFile({ isEmpty }: { isEmpty: boolean }) {
  const toast = useToast()
  const offerUndo = useUndo()
  const [report, setReport] = useState<FaqImport | null>(null)

  const read = async (file: File) => {
    try {
      if (file.size > MOST_CSV_CHARACTERS * 4) throw new RangeError('The file is too large')
      const found = importFaqs(await file.text())
      setReport(found.issues.length > 0 || found.duplicates > 0 ? found : null)
      const { added } = found
      if (added.length > 0) offerUndo(`${added.length} questions imported.`, () => removeAll('faqs', added))
    } catch {
      toast.error('The file could not be read.')
    }
  }

  return (
    <div className="faq-file">
      <FileDrop
        isCompact
        label="CSV file with questions and answers"
        accept=".csv,text/csv"
        button={{ text: 'Import CSV', quiet: true, compact: true }}
        onFile={(file) => void read(file)}
      >
        <span className="file-drop-hint muted">or drop it here</span>
      </FileDrop>
      <Button
        quiet
        compact
        text="Export CSV"
        disabled={isEmpty}
        onClick={() => saveFile('faqs.csv', 'text/csv', exportFaqs())}
      />
      {report && (
        <div className="notice" role="status">
          <div>
            {report.duplicates > 0 && <p>{report.duplicates} already in the list, left out.</p>}
            {report.issues.slice(0, NAMED).map(({ line, message: why }) => (
              <p key={line}>
                Line {line}: {why}.
              </p>
            ))}
            {report.issues.length > NAMED && <p>And {report.issues.length - NAMED} more lines.</p>}
          </div>
          <Button link text="Dismiss" onClick={() => setReport(null)} />
        </div>
      )}
    </div>
  )
}

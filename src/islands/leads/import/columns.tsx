import { useId } from 'react'
import type { DateOrder, ImportField } from '../../../contract/lead-imports.ts'
import { counted } from '../../../domain/common/counted.ts'
import { IMPORT_COLUMNS } from '../../../domain/leads/import/columns.ts'
import {
  checkRows,
  chooseDateOrder,
  type ImportWork,
  mapColumn,
  startOver,
} from '../../../stores/leads/import/import.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorText } from '../../../ui/failure-panel.tsx'
import { Preview } from './preview.tsx'

const REACHED_BY: readonly (ImportField | null)[] = ['prospect_name', 'prospect_email', 'prospect_phone']
/** Number of sample cells shown per column, and their maximum length. */
const SAMPLES = 3
const LONGEST_SAMPLE = 80

/** The second step: mapping columns to fields, with a preview of the first rows. */
export function Columns({ work }: { work: ImportWork }) {
  const id = useId()
  const { file, mapping } = work
  const isEnough = mapping.some((field) => REACHED_BY.includes(field))
  return (
    <>
      <p className="import-file">
        <strong>{file.name}</strong> <span className="muted">{counted(file.rows.length, 'row')}</span>
      </p>
      <ul className="import-columns" aria-label="Columns">
        {file.headings.map((heading, at) => {
          const label = heading || `Column ${at + 1}`
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified by its position
            <li key={at}>
              <label htmlFor={`${id}-${at}`}>
                <strong>{label}</strong>
                <span className="muted">{samples(work, at)}</span>
              </label>
              <select
                id={`${id}-${at}`}
                className="field-box"
                value={mapping[at] ?? ''}
                onChange={({ target }) => mapColumn(at, (target.value || null) as ImportField | null)}
              >
                <option value="">Leave out</option>
                {IMPORT_COLUMNS.map(({ field, label: name }) => (
                  <option key={field} value={field}>
                    {name}
                  </option>
                ))}
              </select>
            </li>
          )
        })}
      </ul>
      {!work.dates.isShown && (
        <div className="import-dates">
          <label htmlFor={`${id}-dates`}>
            <strong>Order of dates</strong>
            <span className="muted">The file does not show what comes first.</span>
          </label>
          <select
            id={`${id}-dates`}
            className="field-box"
            value={work.dates.order}
            onChange={({ target }) => chooseDateOrder(target.value as DateOrder)}
          >
            <option value="mdy">Month/Day/Year</option>
            <option value="dmy">Day/Month/Year</option>
          </select>
        </div>
      )}
      <Preview work={work} />
      <ErrorText text={!isEnough && 'Choose the column with the name, the email, or the phone number.'} />
      <div className="dialog-actions">
        <Button quiet text="Choose another file" onClick={startOver} />
        <Button
          text={`Check ${counted(file.rows.length, 'row')}`}
          disabled={!isEnough}
          onClick={() => void checkRows()}
        />
      </div>
    </>
  )
}

function samples({ file }: ImportWork, at: number): string {
  const cells = file.rows
    .slice(0, 50)
    .map(({ cells: each }) => each[at]?.trim().replace(/\s+/g, ' ').slice(0, LONGEST_SAMPLE) ?? '')
    .filter((cell) => cell !== '')
  return cells.length === 0 ? 'Empty' : [...new Set(cells)].slice(0, SAMPLES).join(' · ')
}

import { useId, useMemo } from 'react'
import type { DateOrder } from '../../../contract/lead-imports.ts'
import { counted } from '../../../domain/common/counted.ts'
import { IMPORT_COLUMNS, type Target } from '../../../domain/leads/import/targets.ts'
import {
  checkRows,
  chooseDateOrder,
  chooseHeadings,
  type ImportWork,
  mapColumn,
  startOver,
} from '../../../stores/leads/import/import.ts'
import { type LeadFile, TOP_ROWS } from '../../../stores/leads/import/read-file.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorText } from '../../../ui/failure-panel.tsx'
import { SearchSelect } from '../../../ui/search-select.tsx'
import { Preview } from './preview.tsx'

const REACHED_BY: readonly (Target | null)[] = [
  ...(['prospect_name', 'given_name', 'family_name', 'company', 'prospect_email', 'prospect_phone'] as const),
]
/** What a column can fill. */
const TARGETS = [
  { value: '', label: 'Leave out' },
  ...IMPORT_COLUMNS.map(({ field, label }) => ({ value: field, label })),
]
/** Number of values shown per column, and their maximum length. */
const SAMPLES = 3
const LONGEST_SAMPLE = 80
/** Maximum length of a row in the list of possible headings. */
const LONGEST_ROW = 30

/** The second step: mapping columns to fields, with a preview of the first rows. */
export function Columns({ work }: { work: ImportWork }) {
  const id = useId()
  const { file, mapping } = work
  const samples = useMemo(() => file.headings.map((_, at) => samplesOf(file, at)), [file])
  const empty = samples.filter((cells) => cells.length === 0).length
  const isEnough = mapping.some((field) => REACHED_BY.includes(field))
  return (
    <>
      <p className="import-file">
        <strong>{file.name}</strong> <span className="muted">{counted(file.rows.length, 'row')}</span>
      </p>
      <HeadingsRow file={file} />
      <ul className="import-columns" aria-label="Columns">
        {file.headings.map((heading, at) => {
          const cells = samples[at] ?? []
          if (cells.length === 0) return null
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified by its position
            <li key={at}>
              <div className="import-column">
                <label htmlFor={`${id}-${at}`}>
                  <strong dir="auto">{heading || `Column ${at + 1}`}</strong>
                </label>
                <span className="import-samples muted" id={`${id}-${at}-samples`}>
                  {cells.map((cell) => (
                    <span key={cell}>
                      <bdi>{cell}</bdi>
                    </span>
                  ))}
                </span>
              </div>
              <SearchSelect
                id={`${id}-${at}`}
                aria-describedby={`${id}-${at}-samples`}
                value={mapping[at] ?? ''}
                options={TARGETS}
                onChange={(chosen) => mapColumn(at, (chosen || null) as Target | null)}
              />
            </li>
          )
        })}
      </ul>
      {empty > 0 && (
        <p className="muted">
          {counted(empty, 'column has', 'columns have')} no values, so nothing to import.
        </p>
      )}
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

/** Chooses the row with the headings, if the file has a title or other rows above them. */
function HeadingsRow({ file }: { file: LeadFile }) {
  const id = useId()
  return (
    <div className="import-dates">
      <label htmlFor={id}>
        <strong>Names of the columns</strong>
        <span className="muted">Rows above them are not imported.</span>
      </label>
      <select
        id={id}
        className="field-box"
        value={file.headingsAt}
        onChange={({ target }) => chooseHeadings(Number(target.value))}
      >
        {file.lines.slice(0, Math.min(TOP_ROWS, file.lines.length - 1)).map(({ row, cells }, at) => (
          <option key={row} value={at}>
            {`Row ${row}: ${oneLine(cells.filter(Boolean).join(', '), LONGEST_ROW)}`}
          </option>
        ))}
      </select>
    </div>
  )
}

/** Returns the first values of a column that differ. */
function samplesOf({ rows }: LeadFile, at: number): string[] {
  const found = new Set<string>()
  for (const { cells } of rows) {
    const cell = oneLine(cells[at] ?? '', LONGEST_SAMPLE)
    if (cell !== '') found.add(cell)
    if (found.size === SAMPLES) break
  }
  return [...found]
}

const oneLine = (text: string, most: number) => {
  const line = text.trim().replace(/\s+/g, ' ')
  return line.length > most ? `${line.slice(0, most).toWellFormed()}…` : line
}

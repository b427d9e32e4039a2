import { useId } from 'react'
import { grouped } from '../../../domain/common/grouped.ts'
import { changeColumns, checkRows, type ImportWork, importFile } from '../../../stores/leads/import/import.ts'
import { Button } from '../../../ui/button.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'

interface Props {
  step: 'check' | 'import'
  work: ImportWork
  done: number
  problem: string | null
  isRetrying?: boolean
}

/** The progress of the dry run or the import, with a way to resume after a failure. */
export function Progress({ step, work, done, problem, isRetrying = false }: Props) {
  const id = useId()
  const total = work.file.rows.length
  const text = `${grouped(done)} of ${grouped(total)} rows`
  const isCheck = step === 'check'
  return (
    <>
      <p id={id}>
        {isCheck ? 'Checking' : 'Importing'} <strong className="import-name">{work.file.name}</strong>
      </p>
      <ProgressBar labelledBy={id} max={total} value={done} text={text} isFailed={problem !== null} />
      <p className="muted" role="status">
        {text}
        {isRetrying && '. The last attempt failed. Trying again…'}
      </p>
      {problem ? (
        <p className="error-text" role="alert">
          {isCheck
            ? 'The check stopped.'
            : 'The import stopped. The leads that are imported stay, and nothing is imported twice.'}{' '}
          {problem}
        </p>
      ) : (
        !isCheck && (
          <p className="muted">
            You can close this dialog, but keep the page open. If it closes, choose the same file again to
            continue.
          </p>
        )
      )}
      {(isCheck || problem) && (
        <div className="dialog-actions">
          {isCheck && <Button quiet text="Back" onClick={changeColumns} />}
          {problem && (
            <Button
              text={isCheck ? 'Check again' : 'Continue'}
              onClick={() => void (isCheck ? checkRows() : importFile())}
            />
          )}
        </div>
      )}
    </>
  )
}

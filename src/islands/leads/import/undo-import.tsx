import { useStore } from '@nanostores/react'
import type { LeadImport } from '../../../contract/lead-imports.ts'
import { grouped } from '../../../domain/common/grouped.ts'
import { $undoing, $undoProblem, undo } from '../../../stores/leads/import/import.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorText } from '../../../ui/failure-panel.tsx'
import { useQuestion } from '../../../ui/use-question.ts'

/** Undoes an import after a confirmation. Renders nothing if there is nothing to undo. */
export function UndoImport({ one, isNamed = false }: { one: LeadImport; isNamed?: boolean }) {
  const undoing = useStore($undoing)
  const problem = useStore($undoProblem)
  const { isAsking, ask, close, asking, first, textId } = useQuestion()
  if (undoing?.id === one.id) {
    const left = Math.min(undoing.left, one.undoable)
    return <p role="status">Undoing… {grouped(left)} left</p>
  }
  if (one.undoable === 0) return null
  const label = isNamed ? `Undo the import of ${one.file_name}` : undefined
  return (
    <div className="import-undo">
      {isAsking ? (
        <>
          <p id={textId}>Remove its leads? Leads that someone has changed since then are kept.</p>
          <div className="dialog-actions">
            <Button quiet text="Keep leads" {...first} onClick={close} />
            <Button
              text="Remove leads"
              disabled={undoing !== null}
              onClick={() => {
                close()
                void undo(one.id)
              }}
            />
          </div>
        </>
      ) : (
        <Button quiet text="Undo" aria-label={label} disabled={undoing !== null} {...asking} onClick={ask} />
      )}
      <ErrorText text={problem?.id === one.id && problem.text} />
    </div>
  )
}

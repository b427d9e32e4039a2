import { useStore } from '@nanostores/react'
import { $isDirty, $saveFailure, discard } from '../../stores/settings/settings.ts'
import { useFocusReturn } from '../../ui/use-focus-return.ts'
import { useSave } from './use-save.tsx'
import { useUndo } from './use-undo.ts'

/** The bar at the bottom while something is unsaved; says what failed in the last save. */
export function SaveBar() {
  const isDirty = useStore($isDirty)
  const failure = useStore($saveFailure)
  const { isSaving, run } = useSave()
  const offerUndo = useUndo()
  const focus = useFocusReturn()
  if (!isDirty && !failure) return null
  return (
    <section {...focus} className="save-bar" aria-label="Unsaved changes">
      <div className="save-state" role="status">
        <strong>{isSaving ? 'Saving…' : 'Unsaved changes'}</strong>
        {failure?.failed.map(({ part, name, reason }) => (
          <p className="field-error" key={part}>
            {name} not saved. {reason}
          </p>
        ))}
        {failure && failure.saved.length > 0 && <p>Everything else is saved. Save again to retry.</p>}
      </div>
      <button
        type="button"
        className="button quiet"
        disabled={isSaving}
        onClick={() => {
          const undo = discard()
          if (undo) offerUndo('Changes discarded.', undo)
        }}
      >
        Discard
      </button>
      <button type="button" className="button" disabled={isSaving} onClick={run}>
        Save
      </button>
    </section>
  )
}

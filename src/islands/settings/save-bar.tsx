import { useStore } from '@nanostores/react'
import { counted } from '../../domain/common/counted.ts'
import { SETTINGS_FIELDS } from '../../domain/settings/fields.ts'
import type { SettingsField } from '../../domain/settings/settings.ts'
import { $saveFailure, $shownChanges, discard } from '../../stores/settings/settings.ts'
import { Button } from '../../ui/button.tsx'
import { useFocusReturn } from '../../ui/use-focus-return.ts'
import { useUndo } from '../../ui/use-undo.ts'
import { focusField } from './focus.ts'
import { useSave } from './use-save.tsx'

/** Maximum number of field names in the bar. */
const NAMED = 3

/** The bar at the bottom while there are unsaved changes. Links to each change, saves, and reports failures. */
export function SaveBar() {
  const changed = useStore($shownChanges)
  const failure = useStore($saveFailure)
  const { isSaving, run } = useSave()
  const offerUndo = useUndo()
  const focus = useFocusReturn()
  if (changed.length === 0 && !failure) return null
  return (
    <section {...focus} className="save-bar" aria-label="Unsaved changes">
      <div className="save-state">
        {/* The names aren't part of the status, because screen readers would announce every keystroke. */}
        <strong role="status">{isSaving ? 'Saving…' : countOf(controlsOf(changed))}</strong>
        <Names fields={controlsOf(changed)} />
        <div role="alert">
          {failure?.failed.map(({ part, name, reason }) => (
            <p className="error-text" key={part}>
              {name} not saved. {reason}
            </p>
          ))}
          {failure && failure.saved.length > 0 && <p>Everything else is saved. Save again to retry.</p>}
        </div>
      </div>
      <Button
        quiet
        text="Discard"
        disabled={isSaving}
        onClick={() => {
          const undo = discard()
          if (undo) offerUndo('Changes discarded.', undo)
        }}
      />
      <Button text="Save" disabled={isSaving} onClick={run} />
    </section>
  )
}

/** Removes the second of two fields that share a control. */
const controlsOf = (fields: readonly SettingsField[]) =>
  fields.filter((field) => field !== 'address_details' || !fields.includes('address'))

function countOf({ length }: readonly SettingsField[]): string {
  if (length === 0) return 'Not everything is saved'
  return counted(length, 'unsaved change')
}

function Names({ fields }: { fields: readonly SettingsField[] }) {
  const hidden = fields.slice(NAMED)
  return (
    <ul className="save-names">
      {fields.slice(0, NAMED).map((field) => (
        <li key={field}>
          <Button link text={SETTINGS_FIELDS[field].label} onClick={() => focusField(field)} />
        </li>
      ))}
      {hidden[0] && (
        <li>
          <Button
            link
            text={`and ${hidden.length} more`}
            onClick={() => hidden[0] && focusField(hidden[0])}
          />
        </li>
      )}
    </ul>
  )
}

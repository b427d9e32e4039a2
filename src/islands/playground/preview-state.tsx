import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { $isDirty } from '../../stores/settings/settings.ts'
import { Button } from '../../ui/button.tsx'
import { useSave } from '../settings/use-save.tsx'

/** Shows whether the preview reflects the current settings, and offers to save them and update the preview. */
export function PreviewState() {
  const isDirty = useStore($isDirty)
  const { isSaving, run } = useSave()
  const [hasFailed, setFailed] = useState(false)
  if (!isDirty) {
    return (
      <p className="playground-state" role="status">
        This preview shows your saved settings.
      </p>
    )
  }
  return (
    <div className="playground-state" data-unsaved>
      <p role="status">
        {hasFailed
          ? 'Some changes could not be saved. Close the preview to see why.'
          : 'You have unsaved changes. This preview shows the saved settings.'}
      </p>
      <Button
        text={isSaving ? 'Saving…' : 'Save and show'}
        disabled={isSaving}
        onClick={async () => setFailed(!(await run()))}
      />
    </div>
  )
}

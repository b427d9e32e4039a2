import { useStore } from '@nanostores/react'
import { SETTINGS_FIELDS } from '../../domain/settings/fields.ts'
import { relativeTime } from '../../domain/time/relative-time.ts'
import { $now } from '../../stores/base/time.ts'
import { $offeredDraft, acceptOffer, discard } from '../../stores/settings/settings.ts'
import { Button } from '../../ui/button.tsx'
import { useUndo } from '../../ui/use-undo.ts'

/** Maximum number of field names in the text. */
const NAMED = 4

/** Offers to continue with or discard the draft from an earlier visit. */
export function DraftOffer() {
  const offer = useStore($offeredDraft)
  const now = useStore($now)
  const offerUndo = useUndo()
  if (!offer) return null
  const { keptAt, fields } = offer
  const named = fields.slice(0, NAMED).map((field) => SETTINGS_FIELDS[field].label)
  if (fields.length > NAMED) named.push(`${fields.length - NAMED} more`)
  return (
    <div className="notice draft-offer" role="status">
      <span>
        <strong>Your unsaved changes are back.</strong> Last typed {relativeTime(keptAt, now).toLowerCase()}:{' '}
        {named.join(', ')}.
      </span>
      <span className="draft-choices">
        <Button text="Continue editing" onClick={acceptOffer} />
        <Button
          quiet
          text="Discard draft"
          onClick={() => {
            const undo = discard()
            if (undo) offerUndo('Changes discarded.', undo)
          }}
        />
      </span>
    </div>
  )
}

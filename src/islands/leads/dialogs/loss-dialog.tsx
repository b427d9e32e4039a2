import '../../../ui/form.css'
import { useStore } from '@nanostores/react'
import { useId, useState } from 'react'
import type { StatusChange } from '../../../contract/leads.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { LOSS_REASONS } from '../../../domain/leads/status.ts'
import { $lossQuestion } from '../../../stores/leads/status.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'

/** Asks why leads were lost, with chips and a note, both optional. Closing the dialog leaves the leads unchanged. */
export default function LossDialog() {
  const question = useStore($lossQuestion)
  const count = question?.count ?? 1
  return (
    <Dialog
      open={question !== null}
      title={count === 1 ? 'Why was this lead lost?' : `Why were these ${count} leads lost?`}
      width={480}
      onCancel={() => question?.answer(null)}
    >
      <LossForm onAnswer={(reason) => question?.answer(reason)} />
    </Dialog>
  )
}

function LossForm({ onAnswer }: { onAnswer: (reason: Omit<StatusChange, 'status'>) => void }) {
  const [reason, setReason] = useState('')
  const [note, setNote] = useState('')
  const id = useId()
  return (
    <form
      className="dialog-form"
      onSubmit={(event) => {
        event.preventDefault()
        onAnswer({ ...(reason && { loss_reason: reason }), ...(note.trim() && { notes: note.trim() }) })
      }}
    >
      <fieldset className="chips">
        <legend className="hidden-text">Reason</legend>
        {LOSS_REASONS.map((one) => (
          <label key={one} className="chip">
            <input
              type="radio"
              name={`${id}-reason`}
              checked={reason === one}
              onChange={() => setReason(one)}
              onClick={() => reason === one && setReason('')}
            />
            {one}
          </label>
        ))}
      </fieldset>
      <label className="field">
        Note
        <textarea
          className="field-box"
          rows={3}
          maxLength={LIMITS.text / 2}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </label>
      <div className="dialog-actions">
        <Button quiet text="Skip" onClick={() => onAnswer({})} />
        <Button type="submit" text="Mark as lost" />
      </div>
    </form>
  )
}

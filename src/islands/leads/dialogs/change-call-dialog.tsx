import './dialogs.css'
import { useStore } from '@nanostores/react'
import type { Lead } from '../../../contract/leads.ts'
import { leadLabel } from '../../../domain/leads/name.ts'
import { $callToCancel, cancelCall, keepCall } from '../../../stores/leads/cancel-call.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorText } from '../../../ui/failure-panel.tsx'
import { useTask } from '../../use-task.ts'
import { BookingTime } from '../lead/booking-time.tsx'

/** Asks for confirmation before canceling an estimate call, because the customer may be notified at once. */
export default function CancelCallDialog() {
  const lead = useStore($callToCancel)
  return (
    <Dialog open={lead !== null} title="Cancel this estimate call?" width={480} onCancel={keepCall}>
      {lead && <Question lead={lead} />}
    </Dialog>
  )
}

function Question({ lead }: { lead: Lead }) {
  const { isBusy, problem, run } = useTask()
  const cancel = async () => {
    await cancelCall(lead)
    keepCall()
  }
  return (
    <>
      <p>
        <bdi>{leadLabel(lead).name}</bdi>, <BookingTime start={lead.booking_start_time ?? ''} />. The time
        becomes free again, and the customer gets a message if your settings confirm booked calls.
      </p>
      <ErrorText text={problem} />
      <div className="dialog-actions">
        <button type="button" className="button quiet" data-autofocus onClick={keepCall}>
          Keep call
        </button>
        <button
          type="button"
          className="button"
          disabled={isBusy}
          onClick={() => void run(cancel, { unseen: 'The call was not canceled.' })}
        >
          Cancel call
        </button>
      </div>
    </>
  )
}

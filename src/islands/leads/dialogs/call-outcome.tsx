import type { Lead } from '../../../contract/leads.ts'
import { exactTime } from '../../../domain/time/exact-time.ts'
import { addNote } from '../../../stores/leads/changes.ts'
import { $owner } from '../../../stores/session/owner.ts'
import { reasonOf } from '../../../stores/shell/failures.ts'
import { $now } from '../../../stores/shell/time.ts'
import { useToast } from '../../../ui/toast.tsx'
import { useStatusUpdate } from '../lead/use-status-update.ts'

/** Asks how a call went. The answer adds a note or sets the status. */
export default function CallOutcome({ lead, onDone }: { lead: Lead; onDone: () => void }) {
  const toast = useToast()
  const update = useStatusUpdate()
  const note = async (what: string) => {
    const owner = $owner.get()
    onDone()
    try {
      await addNote(owner, lead, `${exactTime($now.get().toISOString())}: ${what}`)
      toast.success('Noted')
    } catch (error) {
      toast.error(reasonOf(error))
    }
  }
  const set = (status: string) => {
    onDone()
    void update(lead, status)
  }
  return (
    <fieldset className="call-outcome">
      <legend>How did the call go?</legend>
      <button type="button" className="button quiet" onClick={() => void note('Reached by phone')}>
        Reached
      </button>
      <button type="button" className="button quiet" onClick={() => void note('Called, no answer')}>
        No answer
      </button>
      <button type="button" className="button quiet" onClick={() => set('converted')}>
        Booked
      </button>
      <button type="button" className="button quiet" onClick={() => set('lost')}>
        Lost
      </button>
      <button type="button" className="button quiet" onClick={onDone}>
        Not now
      </button>
    </fieldset>
  )
}

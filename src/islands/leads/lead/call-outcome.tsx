import { useStore } from '@nanostores/react'
import type { Lead } from '../../../contract/leads.ts'
import { upcomingJobs } from '../../../domain/leads/bookings.ts'
import { CALL_NOTES, type CallOutcome as Outcome } from '../../../domain/leads/call-outcome.ts'
import { leadLabel } from '../../../domain/leads/name.ts'
import { exactTime } from '../../../domain/time/exact-time.ts'
import { reasonOf } from '../../../stores/base/failures.ts'
import { $account, type Account } from '../../../stores/base/session/account.ts'
import { $now } from '../../../stores/base/time.ts'
import { $hasInbox } from '../../../stores/conversations/presence.ts'
import { recordCallOutcome } from '../../../stores/leads/activity.ts'
import { askAboutCall } from '../../../stores/leads/change-call.ts'
import { addNote } from '../../../stores/leads/changes.ts'
import { $offered } from '../../../stores/settings/profile.ts'
import { Button } from '../../../ui/button.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { useStatusUpdate } from './use-status-update.ts'

/** Asks how a call went. The answer records the call, and adds a note or sets the status. */
export default function CallOutcome({ lead, onDone }: { lead: Lead; onDone: () => void }) {
  const toast = useToast()
  const update = useStatusUpdate()
  // Runs after the note or the status update, which the owner waits for.
  const record = (account: Account | null, outcome: Outcome) =>
    recordCallOutcome(account, lead.id, outcome).catch(() => undefined)
  const note = async (outcome: Outcome) => {
    const account = $account.get()
    onDone()
    try {
      await addNote(account, lead, `${exactTime($now.get().toISOString())}: ${CALL_NOTES[outcome]}`)
      toast.success('Noted')
    } catch (error) {
      toast.error(reasonOf(error))
    }
    await record(account, outcome)
  }
  const set = async (status: string) => {
    const account = $account.get()
    onDone()
    await update(lead, status)
    await record(account, 'answered')
  }
  const book = () => {
    void note('answered')
    askAboutCall('book', lead, leadLabel(lead).name)
  }
  const offered = useStore($offered)
  // Other APIs can't book calls.
  const canBook = useStore($hasInbox) && upcomingJobs([lead], $now.get()).length === 0
  const choice = (label: string, onClick: () => void) => <Button quiet text={label} onClick={onClick} />
  return (
    <fieldset className="call-outcome">
      <legend>How did the call go?</legend>
      {choice('Reached', () => void note('answered'))}
      {canBook && choice(`Book a ${offered.kind}…`, book)}
      {choice('No answer', () => void note('no_answer'))}
      {choice('Voicemail', () => void note('voicemail'))}
      {choice('Converted', () => void set('converted'))}
      {choice('Lost', () => void set('lost'))}
      {choice('Not now', onDone)}
    </fieldset>
  )
}

import '../../../ui/form.css'
import { useStore } from '@nanostores/react'
import { type FormEvent, useState } from 'react'
import type { Lead } from '../../../contract/leads.ts'
import { TIME_PASSED } from '../../../domain/leads/bookings.ts'
import { fieldInstant, fieldTime } from '../../../domain/leads/due.ts'
import { leadLabel } from '../../../domain/leads/name.ts'
import { wallClock } from '../../../domain/time/calendar-day.ts'
import { knownZone } from '../../../domain/time/format-by-zone.ts'
import { zoneLabel } from '../../../domain/time/time-zones.ts'
import { $now } from '../../../stores/base/time.ts'
import { $callQuestion, cancelCall, keepCall, moveCall } from '../../../stores/leads/change-call.ts'
import { $businessZone } from '../../../stores/settings/profile.ts'
import { Button } from '../../../ui/button.tsx'
import { DayField } from '../../../ui/day-field.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorText } from '../../../ui/failure-panel.tsx'
import { TimeInput } from '../../../ui/time-input.tsx'
import { BookingTime } from '../../common/booking-time.tsx'
import { useTask } from '../../common/use-task.ts'

/** Moves an estimate call, or asks for confirmation before canceling it, because the customer may be notified at once. */
export default function ChangeCallDialog() {
  const { kind, lead } = useStore($callQuestion) ?? {}
  const zone = useStore($businessZone)
  return (
    <Dialog
      open={lead !== undefined}
      title={kind === 'move' ? 'Move this estimate call' : 'Cancel this estimate call?'}
      width={480}
      onCancel={keepCall}
    >
      {lead && kind === 'cancel' && <Cancel lead={lead} />}
      {lead && kind === 'move' && zone !== undefined && <Move lead={lead} timeZone={knownZone(zone)} />}
    </Dialog>
  )
}

function Cancel({ lead }: { lead: Lead }) {
  const { isBusy, problem, run } = useTask()
  const cancel = async () => {
    await cancelCall(lead)
    keepCall()
  }
  return (
    <>
      <p>
        <bdi>{leadLabel(lead).name}</bdi>, <BookingTime start={lead.booking_start_time ?? ''} />. The time
        becomes free again, and the customer gets a message if Confirm booked calls is on in your notification
        settings.
      </p>
      <ErrorText text={problem} />
      <div className="dialog-actions">
        <Button quiet text="Keep call" data-autofocus onClick={keepCall} />
        <Button
          text="Cancel call"
          disabled={isBusy}
          onClick={() => void run(cancel, { unseen: 'The call was not canceled.' })}
        />
      </div>
    </>
  )
}

function Move({ lead, timeZone }: { lead: Lead; timeZone: string }) {
  const { isBusy, problem, setProblem, run } = useTask()
  const [before = '', clock = ''] = fieldTime(lead.booking_start_time ?? '', timeZone).split('T')
  const [day, setDay] = useState(before)
  const [time, setTime] = useState(clock)
  const today = wallClock(useStore($now), timeZone).day
  const timeLabel = `Time (${zoneLabel(timeZone)})`
  const move = (event: FormEvent) => {
    event.preventDefault()
    const start = fieldInstant(`${day}T${time}`, timeZone)
    if (start === null || new Date(start) <= $now.get()) {
      setProblem(TIME_PASSED)
      return
    }
    const task = async () => {
      await moveCall(lead, start)
      keepCall()
    }
    void run(task, { unseen: 'The call was not moved.' })
  }
  return (
    <form className="dialog-form" onSubmit={move}>
      <p>
        <bdi>{leadLabel(lead).name}</bdi>. You can choose any time that has no other estimate call. The
        customer gets a message if Confirm booked calls is on in your notification settings.
      </p>
      <div className="form-grid">
        <div className="field">
          <span aria-hidden="true">Date</span>
          <DayField label="Date" value={day} today={today} isFirst onChange={setDay} />
        </div>
        <div className="field">
          <span aria-hidden="true">{timeLabel}</span>
          <TimeInput label={timeLabel} value={time} isWrong={false} onChange={setTime} />
        </div>
      </div>
      <ErrorText text={problem} />
      <div className="dialog-actions">
        <Button quiet text="Keep time" onClick={keepCall} />
        <Button type="submit" text="Move call" disabled={isBusy} />
      </div>
    </form>
  )
}

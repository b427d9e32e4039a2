import { useStore } from '@nanostores/react'
import type { FormEvent } from 'react'
import { offeredAppointment } from '../../domain/leads/bookings.ts'
import { areDefaultCallHours, fitsCalls, hoursOfCalls } from '../../domain/settings/call-hours.ts'
import { hoursSummary } from '../../domain/settings/section-summary.ts'
import { zoneLabel } from '../../domain/time/time-zones.ts'
import type { StepPayload } from '../../stores/onboarding/onboarding.ts'
import { $profile } from '../../stores/settings/profile.ts'
import { formId } from './step-footer.tsx'

/** Step 3, Scheduling Hours, which has no fields. */
export function ScheduleStepForm({ onSubmit }: { onSubmit: (payload: StepPayload) => Promise<void> }) {
  const { data } = useStore($profile)
  const { call_hours, business_hours = [], timezone = null } = data ?? {}
  const isDefault = call_hours ? areDefaultCallHours(call_hours) : false
  const hours = hoursOfCalls({ call_hours, business_hours })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void onSubmit({ step: 3 })
  }
  return (
    <form id={formId(3)} onSubmit={submit}>
      <div className="onboarding-hours">
        <p>By default, your agent schedules estimate calls Monday to Friday 3-5 PM.</p>
        <p className="muted">You can adjust this later in settings.</p>
        {!isDefault && fitsCalls(hours, offeredAppointment(data ?? {}).minutes) && timezone && (
          <p className="muted">
            {call_hours
              ? 'For now, visitors can book calls in your call hours:'
              : 'Until then, visitors can also book other times in your business hours:'}{' '}
            {hoursSummary(hours)}, {zoneLabel(timezone)} time.
          </p>
        )}
      </div>
    </form>
  )
}

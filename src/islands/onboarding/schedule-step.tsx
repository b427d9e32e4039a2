import { useStore } from '@nanostores/react'
import type { FormEvent } from 'react'
import { hoursSummary } from '../../domain/settings/section-summary.ts'
import { zoneLabel } from '../../domain/time/time-zones.ts'
import type { StepPayload } from '../../stores/onboarding/onboarding.ts'
import { $profile } from '../../stores/settings/profile.ts'
import { formId } from './step-footer.tsx'

/** Step 3, Scheduling Hours, which has no fields. */
export function ScheduleStepForm({ onSubmit }: { onSubmit: (payload: StepPayload) => Promise<void> }) {
  const { data } = useStore($profile)
  const { business_hours = [], timezone = null } = data ?? {}
  const isEverOpen = business_hours.some(({ isOpen }) => isOpen)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void onSubmit({ step: 3 })
  }
  return (
    <form id={formId(3)} onSubmit={submit}>
      <div className="onboarding-hours">
        <p>By default, your agent schedules estimate calls Monday to Friday 3-5 PM.</p>
        <p className="muted">You can adjust this later in settings.</p>
        {isEverOpen && timezone && (
          <p className="muted">
            Until then, visitors can also book other times in your business hours:{' '}
            {hoursSummary(business_hours)}, {zoneLabel(timezone)} time.
          </p>
        )}
      </div>
    </form>
  )
}

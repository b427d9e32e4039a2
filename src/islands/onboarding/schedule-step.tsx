import type { FormEvent } from 'react'
import type { StepPayload } from '../../stores/onboarding/onboarding.ts'
import { formId } from './step-footer.tsx'

/** Step 3, Scheduling Hours, which has no fields. */
export function ScheduleStepForm({ onSubmit }: { onSubmit: (payload: StepPayload) => Promise<void> }) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void onSubmit({ step: 3 })
  }
  return (
    <form id={formId(3)} onSubmit={submit}>
      <div className="onboarding-hours">
        <p>By default, your agent schedules estimate calls Monday to Friday 3-5 PM.</p>
        <p className="muted">You can adjust this later in settings.</p>
      </div>
    </form>
  )
}

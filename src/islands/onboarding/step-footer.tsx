import type { MouseEvent } from 'react'
import { ONBOARDING_STEPS, type OnboardingStep } from '../../domain/onboarding/progress.ts'
import { Button } from '../../ui/button.tsx'

/** Returns the id of a step's form, which the button below it submits. */
export const formId = (step: OnboardingStep) => `onboarding-${step}`

/** Ignores the second click of a double click, which can hit the next step's button in the same position. */
function ignoreDoubleClick(event: MouseEvent): void {
  if (event.detail > 1) event.preventDefault()
}

export function StepFooter({ step, isBusy }: { step: OnboardingStep; isBusy: boolean }) {
  const label = step === ONBOARDING_STEPS ? 'Complete Setup' : 'Continue'
  return (
    <div className="onboarding-footer">
      <p className="muted">You can test your agent after all steps are completed.</p>
      <Button
        type="submit"
        text={isBusy ? 'Saving…' : label}
        form={formId(step)}
        aria-disabled={isBusy}
        onClick={ignoreDoubleClick}
      />
    </div>
  )
}

import type { MouseEvent } from 'react'
import type { SetupStage } from '../../domain/onboarding/onboarding.ts'
import { ONBOARDING_STEPS, type OnboardingStep } from '../../domain/onboarding/progress.ts'
import { Button } from '../../ui/button.tsx'

/** Returns the id of a step's form, which the button below it submits. */
export const formId = (step: OnboardingStep) => `onboarding-${step}`

/** Ignores the second click of a double click, which can hit the next step's button in the same position. */
function ignoreDoubleClick(event: MouseEvent): void {
  if (event.detail > 1) event.preventDefault()
}

/** The ids of the forms before the fields of step 1. */
export const QUESTION_FORM = 'onboarding-question'
export const REVIEW_FORM = 'onboarding-review'

interface Props {
  step: OnboardingStep
  stage: SetupStage | null
  isBusy: boolean
}

export function StepFooter({ step, stage, isBusy }: Props) {
  const { form, label, busy } = actionOf(step, stage)
  return (
    <div className="onboarding-footer">
      <p className="muted">You can test your agent after all steps are completed.</p>
      <Button
        type="submit"
        text={isBusy ? busy : label}
        form={form}
        aria-disabled={isBusy}
        onClick={ignoreDoubleClick}
      />
    </div>
  )
}

function actionOf(step: OnboardingStep, stage: SetupStage | null) {
  if (stage === 'question') return { form: QUESTION_FORM, label: 'Continue', busy: 'Reading…' }
  if (stage === 'review') return { form: REVIEW_FORM, label: 'Looks right', busy: 'Saving…' }
  const label = step === ONBOARDING_STEPS ? 'Complete Setup' : 'Continue'
  return { form: formId(step), label, busy: 'Saving…' }
}

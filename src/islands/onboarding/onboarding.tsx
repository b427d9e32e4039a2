import './onboarding.css'
import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { ONBOARDING_TEXTS, STEP_TITLES } from '../../domain/onboarding/onboarding.ts'
import {
  ONBOARDING_STEPS,
  type OnboardingStep,
  onboardingPercent,
  onboardingStep,
} from '../../domain/onboarding/progress.ts'
import { reasonOf } from '../../stores/base/failures.ts'
import {
  $isCompletingStep,
  completeStep,
  leaveForPlayground,
  type StepPayload,
} from '../../stores/onboarding/onboarding.ts'
import {
  $onboardingClosed,
  $onboardingOpen,
  $onboardingProgress,
  closeOnboarding,
  refreshOnboarding,
} from '../../stores/onboarding/progress.ts'
import { $setupStage } from '../../stores/onboarding/setup.ts'
import { Boundary } from '../../ui/boundary.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { Steps } from '../../ui/steps.tsx'
import { useToast, withReason } from '../../ui/toast.tsx'
import { useUpdated } from '../../ui/use-updated.ts'
import { AgentStepForm } from './agent-step.tsx'
import { BusinessStepForm } from './business-step.tsx'
import { FirstQuestion } from './question.tsx'
import { WebsiteReview } from './review.tsx'
import { ScheduleStepForm } from './schedule-step.tsx'
import { StepFooter } from './step-footer.tsx'

/** The width in pixels (section 2). Full screen on a phone. */
const WIDTH = 600

const INTRODUCTIONS: Record<OnboardingStep, string> = {
  1: 'Tell us about your business and service area.',
  2: 'Choose the services you offer, and give your agent a name and a personality.',
  3: 'When your agent books estimates with your customers.',
}

/** The onboarding dialog (section 2, Onboarding dialog). Stays mounted after the last step until the redirect. */
export function Onboarding({ onClosed }: { onClosed: () => void }) {
  return (
    <Boundary>
      <OnboardingModal onClosed={onClosed} />
    </Boundary>
  )
}

function OnboardingModal({ onClosed }: { onClosed: () => void }) {
  const toast = useToast()
  const { data: progress } = useStore($onboardingProgress)
  const isOpen = useStore($onboardingOpen)
  const isSending = useStore($isCompletingStep)
  const [isChecking, setChecking] = useState(false)
  const step = onboardingStep(progress)
  const percent = onboardingPercent(progress)
  const isComplete = progress?.is_complete === true
  const chosen = useStore($setupStage)
  // The question and the review come before step 1 only.
  const stage = step === 1 || chosen === 'confirm' ? chosen : null
  const body = useRef<HTMLDivElement>(null)
  // Focus the start of the next step for keyboard and screen reader users.
  useUpdated(() => body.current?.focus(), `${step} ${stage}`)
  useRefreshOnReturn(isOpen)
  useEffect(() => {
    if (isOpen) focusUnlessInside(body.current)
  }, [isOpen])
  useFarewell(progress?.is_complete)

  const submit = async (payload: StepPayload) => {
    try {
      const next = await completeStep(payload)
      if (next && !next.is_complete) toast.success(ONBOARDING_TEXTS.completed(payload.step))
    } catch (error) {
      toast.error(withReason(ONBOARDING_TEXTS.failed(payload.step), reasonOf(error)))
    }
  }

  return (
    <Dialog
      className="onboarding phone-dialog"
      open={isOpen}
      onCancel={closeOnboarding}
      afterClose={onClosed}
      title={STEP_TITLES[step]}
      width={WIDTH}
      // A click outside must not discard input.
      closesOutside={false}
      footer={<StepFooter step={step} stage={stage} isBusy={isSending || isChecking} />}
    >
      <div className="onboarding-step" ref={body} tabIndex={-1}>
        <div className="onboarding-progress">
          <ProgressBar label="Completed steps" value={percent} max={100} />
          <span>{`Step ${step} of ${ONBOARDING_STEPS}`}</span>
        </div>
        <Steps
          label="Steps"
          titles={Object.values(STEP_TITLES)}
          current={isComplete ? ONBOARDING_STEPS : step - 1}
        />
        <p className="muted">{INTRODUCTIONS[step]}</p>
        {stage === 'question' && <FirstQuestion onBusy={setChecking} />}
        {stage === 'review' && <WebsiteReview onBusy={setChecking} />}
        {step === 1 && (stage === null || stage === 'confirm') && (
          <BusinessStepForm onSubmit={submit} onChecking={setChecking} />
        )}
        {step === 2 && <AgentStepForm onSubmit={submit} />}
        {step === 3 && <ScheduleStepForm onSubmit={submit} />}
      </div>
    </Dialog>
  )
}

/** Focuses the step instead of the close button, unless the user is already typing. */
function focusUnlessInside(body: HTMLElement | null): void {
  if (!body?.contains(document.activeElement)) body?.focus()
}

/** Refetches the progress when the user returns, because onboarding may have continued in another window. */
function useRefreshOnReturn(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return
    const refresh = () => document.visibilityState === 'visible' && void refreshOnboarding()
    window.addEventListener('focus', refresh)
    document.addEventListener('visibilitychange', refresh)
    return () => {
      window.removeEventListener('focus', refresh)
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [isOpen])
}

/**
 * Shows the completion message and redirects to the playground, unless the user closed the dialog earlier (section 4).
 */
function useFarewell(isComplete: boolean | undefined): void {
  const toast = useToast()
  const isClosed = useStore($onboardingClosed)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (isComplete === false) wasOpen.current = !isClosed
  }, [isComplete, isClosed])
  useEffect(() => {
    if (!isComplete || !wasOpen.current) return
    toast.success(ONBOARDING_TEXTS.finished)
    return leaveForPlayground()
  }, [isComplete, toast])
}

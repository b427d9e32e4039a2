import type { OnboardingProgress } from '../../contract/onboarding.ts'

/** Section 9: the number of onboarding steps. */
export const ONBOARDING_STEPS = 3

export type OnboardingStep = 1 | 2 | 3

/** The progress before any step is completed (section 4). */
export const NO_PROGRESS: OnboardingProgress = { current_step: 1, completed_steps: 0, is_complete: false }

/** Returns the progress after a step: step 1 leads to 2, step 2 leads to 3, and step 3 is the last (section 4). */
export function progressAfter(step: OnboardingStep): OnboardingProgress {
  return {
    current_step: Math.min(step + 1, ONBOARDING_STEPS),
    completed_steps: step,
    is_complete: step === ONBOARDING_STEPS,
  }
}

/** Returns the step to show: the server's step, or 1 if there is no progress (section 4). */
export function onboardingStep(progress: OnboardingProgress | null | undefined): OnboardingStep {
  const step = progress?.current_step
  return step === 2 || step === 3 ? step : 1
}

/** Returns the percentage of the progress bar, 0 to 100: the completed steps out of three (section 4). */
export function onboardingPercent(progress: OnboardingProgress | null | undefined): number {
  const completed = Math.min(Math.max(progress?.completed_steps ?? 0, 0), ONBOARDING_STEPS)
  return (completed / ONBOARDING_STEPS) * 100
}

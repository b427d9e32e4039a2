import type { OnboardingProgress } from '../../contract/onboarding.ts'

/** Section 9: the number of onboarding steps. */
export const ONBOARDING_STEPS = 3

export type OnboardingStep = 1 | 2 | 3

/** Returns the progress after a number of completed steps (section 4). After the third, the step stays 3. */
export function progressAfter(completed: number): OnboardingProgress {
  return {
    current_step: Math.min(completed + 1, ONBOARDING_STEPS),
    completed_steps: completed,
    is_complete: completed === ONBOARDING_STEPS,
  }
}

/** The progress before any step is completed. */
export const NO_PROGRESS = progressAfter(0)

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

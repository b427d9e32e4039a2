import type { OnboardingProgress } from '../contract/onboarding.ts'

/** Section 9: how many steps the onboarding has. */
export const ONBOARDING_STEPS = 3

/** Section 9: milliseconds between the completion message and the way to the playground. */
export const REDIRECT_DELAY_MS = 2000

/** Section 9: services offered as presets, in order. */
export const PRESET_SERVICES = [
  'Lawn Care & Maintenance',
  'Landscape Design',
  'Tree Services',
  'Irrigation Systems',
  'Hardscaping',
  'Planting & Garden Care',
  'Snow Removal',
  'Pest Control',
] as const

export type OnboardingStep = 1 | 2 | 3

/** Section 2, Onboarding modal: what each step is called. */
export const STEP_TITLES: Record<OnboardingStep, string> = {
  1: 'Business Information',
  2: 'Services & Agent Identity',
  3: 'Scheduling Hours',
}

/** The step to show: the server's, 1 when there is no progress yet (section 4). */
export function onboardingStep(progress: OnboardingProgress | null | undefined): OnboardingStep {
  const step = progress?.current_step
  return step === 2 || step === 3 ? step : 1
}

/** Percent of the progress bar: completed steps out of three (section 4), between 0 and 100. */
export function onboardingPercent(progress: OnboardingProgress | null | undefined): number {
  const completed = Math.min(Math.max(progress?.completed_steps ?? 0, 0), ONBOARDING_STEPS)
  return (completed / ONBOARDING_STEPS) * 100
}

const sameService = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()

/**
 * The services with a custom one added (section 2): trimmed, and left as they are when the text is blank or
 * names a service that is there already, in whatever case.
 */
export function addService(services: readonly string[], text: string): readonly string[] {
  const service = text.trim()
  if (service === '' || services.some((known) => sameService(known, service))) return services
  return [...services, service]
}

/** The listed service that a typed text means, if any: an existing one is selected rather than doubled. */
export function findService(services: readonly string[], text: string): string | undefined {
  return services.find((known) => sameService(known, text))
}

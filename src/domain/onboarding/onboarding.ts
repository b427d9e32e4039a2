import { type AgentStep, ONBOARDING_TONES, type OnboardingProgress } from '../../contract/onboarding.ts'
import type { AddressDetails, Profile } from '../../contract/profile.ts'
import { confirmedAddress, typedAddress } from '../common/address.ts'

/** Section 9: the number of onboarding steps. */
export const ONBOARDING_STEPS = 3

/** Section 9: the number of milliseconds between the completion message and the redirect to the playground. */
export const REDIRECT_DELAY_MS = 2000

export type OnboardingStep = 1 | 2 | 3

/** Section 2, Onboarding dialog: the titles of the steps. */
export const STEP_TITLES: Record<OnboardingStep, string> = {
  1: 'Business Information',
  2: 'Services & Agent Identity',
  3: 'Scheduling Hours',
}

/** Sections 4 and 8: the messages for completed and failed steps. */
export const ONBOARDING_TEXTS = {
  completed: (step: OnboardingStep) => `Step ${step} completed!`,
  failed: (step: OnboardingStep) => `Failed to complete step ${step}. Please try again.`,
  finished: 'Onboarding completed! Redirecting to your agent...',
} as const

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

/** The fields of step 1. */
export interface BusinessFields {
  business_name: string
  address: AddressDetails | null
  /** In miles. Null while the field is empty. */
  service_area_radius: number | null
}

/** The fields of step 2. */
export interface AgentFields {
  services_offered: string[]
  agent_name: string
  personality_tone: AgentStep['personality_tone']
}

/** Input that has not been sent yet. Every field can be missing. */
export interface OnboardingDraft extends Partial<Omit<BusinessFields & AgentFields, 'personality_tone'>> {
  personality_tone?: string
  /** Services added to the presets, whether selected or not. */
  custom_services?: string[]
  /** A service that was typed but not added. */
  custom_text?: string
}

/** The sources of a step's initial values: the typed input, or else the profile. */
export interface OnboardingStart {
  draft: OnboardingDraft
  profile: Profile
  organizationName: string
}

/** Returns the initial values of step 1. The business name defaults to the organization's name (section 2). */
export function businessFields({ draft, profile, organizationName }: OnboardingStart): BusinessFields {
  return {
    business_name: draft.business_name ?? (profile.business_name?.trim() || organizationName),
    address: draft.address !== undefined ? draft.address : storedAddress(profile),
    service_area_radius:
      draft.service_area_radius !== undefined ? draft.service_area_radius : profile.service_area_radius,
  }
}

/** Returns the typed number of miles, or null if the text is not a number. */
export function milesOf(text: string): number | null {
  const typed = text.trim().replace(',', '.')
  return typed === '' || Number.isNaN(Number(typed)) ? null : Number(typed)
}

function storedAddress({ address, address_details }: Profile): AddressDetails | null {
  const typed = typedAddress(address ?? '')
  return address_details ?? (typed && confirmedAddress(typed))
}

/**
 * Returns the initial values of step 2. Replaces a stored tone that onboarding does not offer with the default,
 * friendly.
 */
export function agentFields({ draft, profile }: OnboardingStart): AgentFields {
  const tone = draft.personality_tone ?? profile.personality_tone
  return {
    services_offered: draft.services_offered ?? profile.services_offered,
    agent_name: draft.agent_name ?? profile.agent_name ?? '',
    personality_tone: ONBOARDING_TONES.find(({ value }) => value === tone)?.value ?? 'friendly',
  }
}

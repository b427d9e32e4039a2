import type { AgentStep } from '../../contract/onboarding.ts'
import type { AddressDetails, Profile } from '../../contract/profile.ts'
import { ONBOARDING_TONES } from '../../contract/tones.ts'
import { confirmedAddress, typedAddress } from '../common/address.ts'
import type { FoundBusiness } from './found.ts'
import type { OnboardingStep } from './progress.ts'

/** Section 9: the number of milliseconds between the completion message and the redirect to the playground. */
export const REDIRECT_DELAY_MS = 2000

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
  /** What the dialog shows in place of the steps' fields; the fields if missing. */
  stage?: SetupStage | undefined
  /** What the owner's website says, with the owner's corrections. */
  found?: FoundBusiness | undefined
}

/**
 * What the dialog shows in place of the fields of the steps: the first question, what the website says, or the values
 * of each step to confirm.
 */
export type SetupStage = 'question' | 'review' | 'confirm'

/** The name of an organization that was created for an owner who has not named the business yet. */
export const NAMELESS_ORGANIZATION = 'My business'

/** The agent's name that setup proposes. */
export const PROPOSED_AGENT = 'Robin'

/** The sources of a step's initial values: the typed input, or else the profile. */
export interface OnboardingStart {
  draft: OnboardingDraft
  profile: Profile
  organizationName: string
}

/** Returns the initial values of step 1. The business name defaults to the organization's name (section 2). */
export function businessFields({ draft, profile, organizationName }: OnboardingStart): BusinessFields {
  return {
    business_name: draft.business_name ?? (profile.business_name?.trim() || nameOf(organizationName)),
    address: draft.address !== undefined ? draft.address : storedAddress(profile),
    service_area_radius:
      draft.service_area_radius !== undefined ? draft.service_area_radius : profile.service_area_radius,
  }
}

const nameOf = (organizationName: string) =>
  organizationName === NAMELESS_ORGANIZATION ? '' : organizationName

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

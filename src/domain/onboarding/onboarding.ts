import { type AgentStep, ONBOARDING_TONES, type OnboardingProgress } from '../../contract/onboarding.ts'
import type { AddressDetails, Profile } from '../../contract/profile.ts'
import { confirmedAddress, typedAddress } from '../common/address.ts'

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

/** Sections 4 and 8: what is said when a step is done, when it failed, and at the end. */
export const ONBOARDING_TEXTS = {
  completed: (step: OnboardingStep) => `Step ${step} completed!`,
  failed: (step: OnboardingStep) => `Failed to complete step ${step}. Please try again.`,
  finished: 'Onboarding completed! Redirecting to your agent...',
} as const

/** Progress before any step is completed (section 4). */
export const NO_PROGRESS: OnboardingProgress = { current_step: 1, completed_steps: 0, is_complete: false }

/** Progress once a step is completed: step 1 leads to 2, 2 to 3, and 3 finishes (section 4). */
export function progressAfter(step: OnboardingStep): OnboardingProgress {
  return {
    current_step: Math.min(step + 1, ONBOARDING_STEPS),
    completed_steps: step,
    is_complete: step === ONBOARDING_STEPS,
  }
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

/** What the fields of step 1 hold. */
export interface BusinessFields {
  business_name: string
  address: AddressDetails | null
  /** Miles; null while the field is empty. */
  service_area_radius: number | null
}

/** What the fields of step 2 hold. */
export interface AgentFields {
  services_offered: string[]
  agent_name: string
  personality_tone: AgentStep['personality_tone']
}

/** What has been typed so far and not sent; every field may be missing. */
export interface OnboardingDraft extends Partial<Omit<BusinessFields & AgentFields, 'personality_tone'>> {
  personality_tone?: string
  /** Services that were added to the presets, selected or not. */
  custom_services?: string[]
  /** A service that is being typed and not added yet. */
  custom_text?: string
}

/** What the steps start from: what was typed, else what the profile says. */
export interface OnboardingStart {
  draft: OnboardingDraft
  profile: Profile
  organizationName: string
}

/** Step 1 as it opens: the name is the organization's where nothing else is known (section 2). */
export function businessFields({ draft, profile, organizationName }: OnboardingStart): BusinessFields {
  return {
    business_name: draft.business_name ?? (profile.business_name?.trim() || organizationName),
    address: draft.address !== undefined ? draft.address : storedAddress(profile),
    service_area_radius:
      draft.service_area_radius !== undefined ? draft.service_area_radius : profile.service_area_radius,
  }
}

function storedAddress({ address, address_details }: Profile): AddressDetails | null {
  const typed = typedAddress(address ?? '')
  return address_details ?? (typed && confirmedAddress(typed))
}

/** Step 2 as it opens. A stored tone that the onboarding does not offer gives way to the default, friendly. */
export function agentFields({ draft, profile }: OnboardingStart): AgentFields {
  const tone = draft.personality_tone ?? profile.personality_tone
  return {
    services_offered: draft.services_offered ?? profile.services_offered,
    agent_name: draft.agent_name ?? profile.agent_name ?? '',
    personality_tone: ONBOARDING_TONES.find(({ value }) => value === tone)?.value ?? 'friendly',
  }
}

/** The services to choose from: the presets, then whatever was added here or is stored; none twice. */
export function offeredServices({ draft, profile }: OnboardingStart): readonly string[] {
  const others = [
    ...(draft.custom_services ?? []),
    ...profile.services_offered,
    ...(draft.services_offered ?? []),
  ]
  return others.reduce<readonly string[]>(addService, PRESET_SERVICES)
}

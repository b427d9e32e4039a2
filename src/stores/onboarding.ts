import { atom, computed, type ReadableAtom } from 'nanostores'
import {
  fetchOnboardingProgress,
  sendAgentStep,
  sendBusinessStep,
  sendScheduleStep,
} from '../api/onboarding.ts'
import type { AgentStep, BusinessStep, OnboardingProgress } from '../contract/onboarding.ts'
import { readItem, removeItem, writeItem } from '../platform/storage.ts'
import { changeCached, markStale, organizationQuery, type QueryState, requireOrganization } from './query.ts'
import { $organization } from './session.ts'

/** How far the organization's onboarding has come, as the server knows it. */
export const $onboardingProgress: ReadableAtom<QueryState<OnboardingProgress>> = organizationQuery({
  kind: 'onboarding-progress',
  read: fetchOnboardingProgress,
})

const $closedFor = atom<string | null>(null)

/** Section 4: the modal shows while onboarding is incomplete and the user has not closed it. */
export const $onboardingOpen: ReadableAtom<boolean> = computed(
  [$onboardingProgress, $organization, $closedFor],
  ({ data }, organization, closedFor) =>
    organization !== null && data?.is_complete === false && closedFor !== organization.id,
)

/** Closes the modal until it is asked for again or the console is loaded anew. */
export function closeOnboarding(): void {
  $closedFor.set($organization.get()?.id ?? null)
}

/** Shows the modal again after it was closed. */
export function reopenOnboarding(): void {
  $closedFor.set(null)
}

const $sending = atom(false)

/** True while a step is on its way to the server. */
export const $isCompletingStep: ReadableAtom<boolean> = $sending

/** What completes each step (section 3, Onboarding payloads). */
export type StepPayload =
  | { step: 1; body: BusinessStep }
  | { step: 2; body: AgentStep }
  | { step: 3; body?: undefined }

/**
 * Completes a step by its own call (section 4) and shows the progress that the server answers with. A second
 * call while one is under way does nothing and answers null. What was typed is forgotten only at the end.
 */
export async function completeStep(payload: StepPayload): Promise<OnboardingProgress | null> {
  if ($sending.get()) return null
  const organizationId = requireOrganization()
  $sending.set(true)
  try {
    const progress = await send(organizationId, payload)
    await changeCached<OnboardingProgress>(organizationId, 'onboarding-progress', () => progress)
    markStale(organizationId, 'onboarding-progress', 'profile', 'setup-status')
    if (progress.is_complete) removeItem(draftKey(organizationId))
    return progress
  } finally {
    $sending.set(false)
  }
}

function send(organizationId: string, payload: StepPayload): Promise<OnboardingProgress> {
  if (payload.step === 1) return sendBusinessStep(organizationId, payload.body)
  if (payload.step === 2) return sendAgentStep(organizationId, payload.body)
  return sendScheduleStep(organizationId)
}

/** What has been typed into the steps so far; every field may be missing. */
export type OnboardingDraft = Partial<BusinessStep & AgentStep> & {
  /** Services that were added to the presets. */
  custom_services?: string[]
  /** Text of an address that was not chosen from the list yet. */
  address_text?: string
}

const draftKey = (organizationId: string) => `fieldhand.onboarding.${organizationId}`

/** What was typed for the current organization on this device, through closing, reloads and expired sessions. */
export function readOnboardingDraft(): OnboardingDraft {
  const organization = $organization.get()
  try {
    const draft: unknown = JSON.parse((organization && readItem(draftKey(organization.id))) || '{}')
    return typeof draft === 'object' && draft !== null ? draft : {}
  } catch {
    return {}
  }
}

/** Keeps what has been typed; fields that are not given stay as they are. */
export function keepOnboardingDraft(change: OnboardingDraft): void {
  const organization = $organization.get()
  if (!organization) return
  writeItem(draftKey(organization.id), JSON.stringify({ ...readOnboardingDraft(), ...change }))
}
